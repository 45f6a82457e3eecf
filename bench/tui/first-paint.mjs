import { fileURLToPath } from 'node:url';
import { startNode, startSession } from './program.mjs';

const ROOT = fileURLToPath(new URL('../../packages/tui/', import.meta.url));
const BARE = `process.stdout.write('ready')`;
const WITH_INK = `await import('ink'); process.stdout.write('ready')`;

/** All three once per round, one after the other; ratios are taken inside a round. */
export async function measureFirstPaint(scratch, { rounds }) {
  const times = { bare: [], ink: [], session: [] };
  for (let round = 0; round < rounds; round++) {
    times.bare.push(await shown(() => startNode(['--input-type=module', '-e', BARE], scratch, ROOT), 'ready'));
    times.ink.push(await shown(() => startNode(['--input-type=module', '-e', WITH_INK], scratch, ROOT), 'ready'));
    times.session.push(await shown(() => startSession([], scratch), /^> /m));
  }
  return times;
}

async function shown(start, wanted) {
  const from = performance.now();
  const terminal = start();
  try {
    await terminal.shows(wanted);
    return performance.now() - from;
  } finally {
    await terminal.close();
  }
}
