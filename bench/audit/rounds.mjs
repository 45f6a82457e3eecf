export function median(numbers) {
  const sorted = [...numbers].sort((left, right) => left - right);
  return sorted[sorted.length >> 1];
}

/**
 * Every contestant once per round, in an order that changes, so that all meet the same weather. Ratios to the first one are taken
 * inside a round and only then is the median over the rounds taken.
 */
export async function playRounds(contestants, rounds) {
  const names = Object.keys(contestants);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn * 7 + round + names.length) % names.length];
      const nanoseconds = await contestants[name]();
      // The first round warms up.
      if (round >= 0) times[name].push(nanoseconds);
    }
  }
  const base = times[names[0]];
  return names.map((name) => ({
    name,
    nanoseconds: median(times[name]),
    ratio: median(times[name].map((time, round) => time / base[round])),
  }));
}

/** Nanoseconds of processor time, in the program and in the system: other programs on the machine do not count. */
export function timed(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) * 1000;
}
