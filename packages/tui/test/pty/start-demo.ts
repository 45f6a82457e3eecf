import { fileURLToPath } from 'node:url';
import { type TerminalOptions, TestTerminal } from './terminal.ts';

/** The demo session in a terminal of its own; needs the package to be built. */
export function startDemo(args: readonly string[] = [], options: TerminalOptions = {}): TestTerminal {
  return TestTerminal.start(process.execPath, [fileURLToPath(new URL('demo.mjs', import.meta.url)), ...args], options);
}
