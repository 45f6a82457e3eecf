import { readRules } from '../inputs.mjs';
import { cpuMicroseconds } from './clock.mjs';

/** One cold load: rule texts in memory → an engine that can decide. The engine's own module is already there. */
const [engineName, inputs] = process.argv.slice(2);
const { engine } = await import(`../engines/${engineName}.mjs`);
const rules = readRules(new URL(inputs));

const cpu = cpuMicroseconds();
const start = performance.now();
await engine.load(rules);
const wall = performance.now() - start;
process.send({ milliseconds: Math.min(wall, (cpuMicroseconds() - cpu) / 1000) });
