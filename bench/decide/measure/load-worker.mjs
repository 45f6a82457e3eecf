import { readRules, readStream } from '../inputs.mjs';
import { cpuMicroseconds } from './clock.mjs';
import { LONG_MILLISECONDS } from './load.mjs';

/**
 * One cold load: rule texts in memory → an engine that can decide. The engine's own module is already there. Some engines put
 * work off (V8 compiles a RegExp when it first runs, the gate sorts a tool's rules when that tool is first called), so the time
 * until the first call of every tool is decided is told as well.
 */
const [engineName, inputs] = process.argv.slice(2);
const { engine } = await import(`../engines/${engineName}.mjs`);
const directory = new URL(inputs);
const rules = readRules(directory);
const calls = [...new Map(readStream(directory, 'none').calls.map((call) => [call.tool, call])).values()];

const cpu = cpuMicroseconds();
const start = performance.now();
const decide = await engine.load(rules);
const milliseconds = spent();
process.send({ milliseconds, called: await spentOnCalls() });

/** Undefined from an engine that takes too long to wait for. */
async function spentOnCalls() {
  for (const call of calls) {
    await decide(call);
    if (spent() > LONG_MILLISECONDS) return undefined;
  }
  return spent();
}

function spent() {
  const wall = performance.now() - start;
  return Math.min(wall, (cpuMicroseconds() - cpu) / 1000);
}
