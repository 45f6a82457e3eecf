import { median } from '../measure/clock.mjs';

/** The numbers behind the tables: medians over rounds, and ratios taken inside a round before the median. */
export function createFigures(results) {
  return {
    time: (engine, size, stream) => medianOf(pick(results.turns, { engine, size, stream }), 'nanoseconds'),
    ratio: (engine, base, size, stream) =>
      ratioInRounds(
        pick(results.turns, { engine, size, stream }),
        pick(results.turns, { engine: base, size, stream }),
        'nanoseconds',
      ),
    /** Of the gate, from one size to another. */
    growth: (from, to, stream) =>
      ratioInRounds(
        pick(results.growth, { size: to, stream }),
        pick(results.growth, { size: from, stream }),
        'nanoseconds',
      ),
    latency: (engine, size) => {
      const passes = pick(results.latency, { engine, size });
      return { p50: medianOf(passes, 'p50'), p99: medianOf(passes, 'p99') };
    },
    load: (engine, size) => medianOf(pick(results.loads, { engine, size }), 'milliseconds'),
    loadRatio: (engine, base, size) =>
      ratioInRounds(pick(results.loads, { engine, size }), pick(results.loads, { engine: base, size }), 'milliseconds'),
    /** Until the first call of every tool is decided. */
    called: (engine, size) => medianOf(calls(results, { engine, size }), 'called'),
    calledRatio: (engine, base, size) =>
      ratioInRounds(calls(results, { engine, size }), calls(results, { engine: base, size }), 'called'),
    memory: (engine, size) => pick(results.memory, { engine, size })[0],
    worstCase: (engine, { stars, length, rules }) => pick(results.worstCases, { engine, stars, length, rules })[0],
    /** In nanoseconds. */
    hostile: (title) => pick(results.hostile ?? [], { title }).map(({ milliseconds }) => milliseconds * 1e6)[0],
    shellTime: (engine, stream) => medianOf(pick(results.shell.turns, { engine, stream }), 'nanoseconds'),
    shellRatio: (engine, base, stream) =>
      ratioInRounds(
        pick(results.shell.turns, { engine, stream }),
        pick(results.shell.turns, { engine: base, stream }),
        'nanoseconds',
      ),
    shellLatency: (engine, stream) => {
      const passes = pick(results.shell.latency, { engine, stream });
      return { p50: medianOf(passes, 'p50'), p99: medianOf(passes, 'p99') };
    },
    agreement: (engine, size) =>
      results.players.find((player) => player.engine === engine && player.size === size)?.agreement,
  };
}

function pick(rows, wanted) {
  const entries = Object.entries(wanted);
  return rows.filter((row) => entries.every(([key, value]) => row[key] === value));
}

/** Loads that were followed by a call of every tool. */
function calls({ loads }, wanted) {
  return pick(loads, wanted).filter(({ called }) => called !== undefined);
}

function medianOf(rows, key) {
  return rows.length === 0 ? undefined : median(rows.map((row) => row[key]));
}

/** Rounds that only one of the two played do not count. */
function ratioInRounds(rows, bases, key) {
  const baseByRound = new Map(bases.map((base) => [base.round, base[key]]));
  const ratios = rows.filter(({ round }) => baseByRound.has(round)).map((row) => row[key] / baseByRound.get(row.round));
  return ratios.length === 0 ? undefined : median(ratios);
}
