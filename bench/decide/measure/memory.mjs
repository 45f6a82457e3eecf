import { runChild } from './child.mjs';

/** Only the gate promises to stay flat, and only it is quick enough to be asked a million times. */
const DECISIONS = 1_000_000;

/** `{ engine, size, loaded, called, warm, after }` in bytes. */
export async function measureMemory(players) {
  const kept = [];
  for (const { engine, size, inputs } of players) {
    const decisions = engine === 'caliban' ? DECISIONS : 0;
    const bytes = await runChild('memory-worker.mjs', [engine, inputs.href, String(decisions)], {
      execArgv: ['--expose-gc'],
    });
    if (bytes !== null) kept.push({ engine, size, ...bytes });
  }
  return kept;
}
