import { median } from '../audit/rounds.mjs';
import { timed } from './contestants.mjs';

/**
 * Every contestant once per round, in an order that changes, so that all meet the same weather. What it costs here to start anything
 * at all (the first) is taken off everybody; ratios to the second, or to whom a row names, are taken inside a round, and then their
 * median.
 */
export function playRounds(contestants, rounds) {
  const times = contestants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(`cold-start: round ${round + 1} of ${rounds}\n`);
    for (let turn = 0; turn < contestants.length; turn++) {
      const place = (turn + round) % contestants.length;
      const index = round % 2 === 0 ? place : contestants.length - 1 - place;
      times[index].push(timed(contestants[index]));
    }
  }
  const [floor, bare] = times;
  const spawning = median(floor);
  return contestants.map(({ name, target, of }, index) => {
    const base = of === undefined ? bare : times[contestants.findIndex((other) => other.name === of)];
    return {
      name,
      target,
      of,
      milliseconds: median(times[index]) / 1e6,
      ratio: median(times[index].map((time, round) => (time - spawning) / (base[round] - spawning))),
    };
  });
}
