import { GROWTH_STREAMS, STREAMS } from '../generate-calls.mjs';
import { readRules, readStream } from '../inputs.mjs';
import { plainCommands, threeParts } from '../shell-calls.mjs';
import { cpuMicroseconds } from './clock.mjs';

/**
 * One engine at one size in a process of its own. Loads, says who it is, then does what the parent asks for, one thing at a
 * time: `{ ask: 'agreement' | 'turn' | 'latency', … }`.
 */
const [engineName, inputs] = process.argv.slice(2);
const directory = new URL(inputs);

const { engine } = await import(`../engines/${engineName}.mjs`);
const rules = readRules(directory);
const skipped = engine.sizes?.includes(rules.length) === false ? engine.beyond : undefined;
const decide = skipped === undefined ? await engine.load(rules) : () => -1;
const asynchronous = decide.constructor.name === 'AsyncFunction';

/** Where a stream's next turn goes on, and the sum of its verdicts, so that no decision can be optimised away. */
const START = { next: 0, sum: 0 };
const streams = Object.fromEntries(
  GROWTH_STREAMS.map((stream) => [stream, { ...readStream(directory, stream), ...START }]),
);
streams.plain = { calls: plainCommands(streams.mixed.calls), ...START };
streams.parts = { calls: threeParts(streams.plain.calls), ...START };

const answers = { agreement, turn, latency };
process.on('message', async ({ ask, ...request }) => process.send(await answers[ask](request)));
process.on('disconnect', () => process.exit());
process.send({ about: engine.about, decides: engine.decides ?? true, exact: engine.exact ?? true, skipped });

/** How many of the calls get the oracle's verdict, as far as the time goes. Also warms the engine up. */
async function agreement({ milliseconds }) {
  const agreed = {};
  for (const stream of STREAMS) {
    const { calls, verdicts } = streams[stream];
    const until = performance.now() + milliseconds;
    let checked = 0;
    let equal = 0;
    do {
      const found = await decide(calls[checked]);
      if (found === verdicts[checked]) equal++;
      checked++;
    } while (checked < calls.length && performance.now() < until);
    agreed[stream] = { checked, equal };
  }
  return agreed;
}

/** A turn: decisions back to back for some milliseconds, going on where the last turn of this stream stopped. */
async function turn({ stream, milliseconds }) {
  const run = streams[stream];
  let decisions = 0;
  let batch = 1;
  const cpu = cpuMicroseconds();
  const start = performance.now();
  let wall = 0;
  do {
    if (asynchronous) await decideMany(run, batch);
    else decideManyNow(run, batch);
    decisions += batch;
    wall = performance.now() - start;
    // About twenty looks at the clock per turn.
    batch = Math.max(1, Math.floor((decisions / wall) * (milliseconds / 20)));
  } while (wall < milliseconds);
  const spent = Math.min(wall, (cpuMicroseconds() - cpu) / 1000);
  return { decisions, nanoseconds: (spent * 1e6) / decisions, sum: run.sum };
}

function decideManyNow(run, count) {
  const { calls } = run;
  let next = run.next;
  let sum = 0;
  for (let done = 0; done < count; done++) {
    sum += decide(calls[next]);
    if (++next === calls.length) next = 0;
  }
  run.next = next;
  run.sum += sum;
}

async function decideMany(run, count) {
  const { calls } = run;
  for (let done = 0; done < count; done++) {
    run.sum += await decide(calls[run.next]);
    if (++run.next === calls.length) run.next = 0;
  }
}

/** Every call timed alone; the timer's own time is in it. */
async function latency({ stream, milliseconds }) {
  const { calls } = streams[stream];
  const until = performance.now() + milliseconds;
  const nanoseconds = [];
  for (const call of calls) {
    const start = performance.now();
    const found = decide(call);
    if (asynchronous) await found;
    const end = performance.now();
    nanoseconds.push((end - start) * 1e6);
    if (end > until) break;
  }
  nanoseconds.sort((left, right) => left - right);
  const at = (share) => nanoseconds[Math.floor(nanoseconds.length * share)];
  return { p50: at(0.5), p99: at(0.99) };
}
