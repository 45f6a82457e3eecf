import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Scratch } from './helpers/scratch.ts';
import { formatScript, parseScript, type Step } from './helpers/script.ts';

const DIRECTORY = fileURLToPath(new URL('./scripts/', import.meta.url));

/** Dozens of commands, which share the machine with those of other scripts. */
const PATIENCE_MS = 5 * 60_000;

describe('the built program prints what the scripts say', () => {
  const names = readdirSync(DIRECTORY).filter((name) => name.endsWith('.txt'));

  test.concurrent.each(names)('%s', { timeout: PATIENCE_MS }, async (name) => {
    const text = readFileSync(DIRECTORY + name, 'utf8');
    const played = formatScript(await play(parseScript(text)));
    // UPDATE_SCRIPTS=1 writes down what is printed now; read the difference before you keep it.
    if (process.env.UPDATE_SCRIPTS === '1') writeFileSync(DIRECTORY + name, played);
    else expect(played).toBe(text);
  });
});

async function play(steps: readonly Step[]): Promise<readonly Step[]> {
  const scratch = new Scratch();
  const played: Step[] = [];
  try {
    for (const step of steps) {
      if (step.kind === 'file') scratch.write(step.path, step.content);
      played.push(step.kind === 'command' ? { ...step, ...(await scratch.run(step.command)) } : step);
    }
    return played;
  } finally {
    scratch.remove();
  }
}
