import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../bench/decide/random.mjs';

/** One run: where, until when, and what went wrong in it. */
export class Soak {
  started = 0;
  killed = 0;
  breaches = [];
  /** What hosts and agents were told about calls: id → action, or `unknownOf` where they were killed before. */
  decisions = new Map();

  constructor(world, { minutes, seed, decisions }) {
    this.world = world;
    this.seed = seed;
    this.decisionCount = decisions;
    this.endsAt = performance.now() + minutes * 60_000;
  }

  get isOver() {
    return performance.now() >= this.endsAt;
  }

  breach(text) {
    this.breaches.push(text);
  }

  /** The same choices for the same seed, whatever the others do. */
  randomFor(name) {
    let hash = this.seed;
    for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
    return createRandom(hash);
  }

  /** Runs caliban; with `killAfterMs` it gets `signal` at that instant, if it is still there. */
  async play(argv, { killAfterMs, signal = 'SIGKILL', ...options } = {}) {
    this.started++;
    const { child, finished } = this.world.start(argv, { limitMs: 90_000, ...options });
    const stopping = new AbortController();
    if (killAfterMs !== undefined) {
      sleep(killAfterMs, undefined, { signal: stopping.signal }).then(
        () => child.kill(signal),
        () => {},
      );
    }
    const result = await finished;
    stopping.abort();
    const wasKilled = result.signal !== null && !result.timedOut;
    if (wasKilled) this.killed++;
    if (result.timedOut) this.breach(`\`${argv.join(' ')}\` hung: ${result.stderr.slice(0, 300)}`);
    return { ...result, wasKilled };
  }
}
