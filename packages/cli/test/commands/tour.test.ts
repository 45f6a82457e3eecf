import { expect, test } from 'vitest';
import { tour } from '../../src/commands/tour.ts';
import type { Terminal } from '../../src/process/terminal.ts';

/** Ctrl-C as soon as something is shown that reads so. */
function interruptedAt(words: string): { readonly terminal: Terminal; readonly said: () => string } {
  const interrupt = new AbortController();
  let said = '';
  const out = (text: string) => {
    said += text;
    if (said.includes(words)) interrupt.abort();
  };
  const terminal: Terminal = {
    out,
    err: out,
    drained: async () => {},
    readInput: async () => '',
    input: async function* () {},
    inputIsTerminal: false,
    isInteractive: false,
    interrupted: () => interrupt.signal,
    cwd: '/',
    env: { PATH: process.env.PATH },
    home: '/',
    colours: false,
  };
  return { terminal, said: () => said };
}

test.each(['caliban judges every call', 'the model reads'])('interrupted at `%s`, it ends there', async (words) => {
  const { terminal, said } = interruptedAt(words);
  expect(await tour(terminal)).toBe(130);
  expect(said()).not.toContain('What you have seen');
});
