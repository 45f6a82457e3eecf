import { runChild } from './child.mjs';

/** After this long a load has shown what it takes. */
export const LONG_MILLISECONDS = 4000;

/** Cold loads in fresh processes, the engines in turn: `{ engine, size, round, milliseconds, called }`. */
export async function measureLoads(players, { rounds, random }) {
  const loads = [];
  const finished = new Set();
  for (let round = 0; round < rounds; round++) {
    for (const { engine, size, inputs } of random.shuffled(players)) {
      if (finished.has(`${engine} ${size}`)) continue;
      const load = await runChild('load-worker.mjs', [engine, inputs.href]);
      if (load !== null) loads.push({ engine, size, round, ...load });
      if (load === null || load.milliseconds > LONG_MILLISECONDS) finished.add(`${engine} ${size}`);
    }
  }
  return loads;
}
