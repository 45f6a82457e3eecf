import { median } from '../audit/rounds.mjs';
import { timed } from './contestants.mjs';

/**
 * Every contestant once per round, in an order that changes, so that all meet the same weather. What it costs here to start anything
 * at all (the first) is taken off everybody; ratios to the second, or to whom a row names, are taken inside a round, and then their
 * median. A bare node has nothing to print, so what has printed is held against its end.
 */
export async function playRounds(contestants, rounds) {
  const times = contestants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(`cold-start: round ${round + 1} of ${rounds}\n`);
    for (let turn = 0; turn < contestants.length; turn++) {
      const place = (turn + round) % contestants.length;
      const index = round % 2 === 0 ? place : contestants.length - 1 - place;
      times[index].push(await timed(contestants[index]));
    }
  }
  const [floor, bare] = times;
  const spawning = median(floor.map(({ toEnd }) => toEnd));
  return contestants.map(({ name, target, of }, index) => {
    const mine = times[index];
    const ratioOf = (moment) => {
      const base = of === undefined ? bare.map(({ toEnd }) => toEnd) : timesOf(of).map((time) => time[moment]);
      return median(mine.map((time, round) => (time[moment] - spawning) / (base[round] - spawning)));
    };
    return {
      name,
      target,
      of,
      milliseconds: median(mine.map(({ toPrinted }) => toPrinted)) / 1e6,
      ratio: ratioOf('toPrinted'),
      ended: ratioOf('toEnd'),
    };
  });

  function timesOf(name) {
    return times[contestants.findIndex((other) => other.name === name)];
  }
}
