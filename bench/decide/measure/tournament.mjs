/** An engine this slow gets fewer rounds. */
const SLOW_NANOSECONDS = 100e6;
const SLOW_ROUNDS = 4;

/**
 * Players take turns, one at a time, in a new random order every round: what slows the machine for a while slows all of them.
 * Returns `{ engine, size, stream, round, nanoseconds }` for every turn.
 */
export async function playTournament(players, { streams, rounds, milliseconds, warmUp = milliseconds, random }) {
  const roundsOf = new Map();
  for (const player of players) {
    let slowest = 0;
    for (const stream of streams) {
      const unrecorded = await player.ask({ ask: 'turn', stream, milliseconds: warmUp });
      slowest = Math.max(slowest, unrecorded?.nanoseconds ?? 0);
    }
    roundsOf.set(player, slowest > SLOW_NANOSECONDS ? Math.min(SLOW_ROUNDS, rounds) : rounds);
  }

  const turns = [];
  for (let round = 0; round < rounds; round++) {
    const everyTurn = players.flatMap((player) => streams.map((stream) => ({ player, stream })));
    for (const { player, stream } of random.shuffled(everyTurn)) {
      if (round >= roundsOf.get(player)) continue;
      const turn = await player.ask({ ask: 'turn', stream, milliseconds });
      if (turn === null) continue;
      turns.push({ engine: player.engine, size: player.size, stream, round, nanoseconds: turn.nanoseconds });
    }
  }
  return turns;
}

/** The same for single calls: `{ engine, size, stream, round, p50, p99 }`. */
export async function playLatency(players, { stream, rounds, milliseconds, random }) {
  const passes = [];
  for (let round = 0; round < rounds; round++) {
    for (const player of random.shuffled(players)) {
      const pass = await player.ask({ ask: 'latency', stream, milliseconds });
      if (pass !== null) passes.push({ engine: player.engine, size: player.size, stream, round, ...pass });
    }
  }
  return passes;
}
