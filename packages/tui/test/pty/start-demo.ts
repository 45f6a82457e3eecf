import { fileURLToPath } from 'node:url';
import { bundled } from '../../../../test/helpers/bundled.ts';
import { type TerminalOptions, TestTerminal } from './terminal.ts';

const DEMO = fileURLToPath(new URL('demo.mjs', import.meta.url));

/** The demo session in a terminal of its own; needs the package to be built. */
export async function startDemo(args: readonly string[] = [], options: TerminalOptions = {}): Promise<TestTerminal> {
  return TestTerminal.start(process.execPath, [await bundled(DEMO), ...args], options);
}
