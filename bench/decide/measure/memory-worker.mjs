import { generateRules } from '../generate-rules.mjs';
import { readStream, streamRules } from '../inputs.mjs';

/**
 * What an engine keeps: after loading from a generator, after the first call of every tool (by when it has built whatever it
 * builds when it is first needed), once warm (every rule has run, caches are full), and, where asked for, after very many
 * decisions more. A few other rules were loaded and used before, and forgotten: an engine's code is not what a rule takes.
 * Run with `--expose-gc`.
 */
const [engineName, inputs, decisions] = process.argv.slice(2);
const directory = new URL(inputs);
const { engine } = await import(`../engines/${engineName}.mjs`);

// Held where the collector cannot tell that they are used no more.
const held = { none: readStream(directory, 'none').calls, mixed: readStream(directory, 'mixed').calls, decide: null };
globalThis.held = held;

await compileItsCode();
const before = used();
held.decide = await engine.load(streamRules(directory));
const loaded = used() - before;

for (const call of callsPerTool(held.none, 1)) await held.decide(call);
const called = used() - before;

for (const call of callsPerTool(held.none, 3)) await held.decide(call);
decideMany(decisions / 10);
const warm = used() - before;

// What V8 has just compiled once more is let go sooner or later; what decisions leave behind is there every time.
const after = Math.min(...[1, 2, 3].map(() => usedAfter(decisions)));
process.send({ loaded, called, warm, after });

async function compileItsCode() {
  const decide = await engine.load(generateRules(100));
  for (const calls of [held.none, held.mixed]) for (const call of calls) await decide(call);
}

function decideMany(count) {
  const { mixed, decide } = held;
  for (let done = 0; done < count; done++) decide(mixed[done % mixed.length]);
}

function usedAfter(count) {
  decideMany(count);
  return used() - before;
}

function used() {
  for (let time = 0; time < 3; time++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A call that matches nothing runs every rule of its tool. */
function callsPerTool(calls, most) {
  const seen = new Map();
  return calls.filter(({ tool }) => {
    seen.set(tool, (seen.get(tool) ?? 0) + 1);
    return seen.get(tool) <= most;
  });
}
