// `npm run faults`: one named fault after the other, each with what must come of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseUnbuilt } from '../shared/built.mjs';
import { Unexpected } from '../shared/expect.mjs';
import { lastingProcessesOf } from '../shared/processes.mjs';
import { table } from '../shared/table.mjs';
import { World } from '../shared/world.mjs';

refuseUnbuilt();
const GROUPS = [
  'full-disk',
  'read-only',
  'slow-disk',
  'clock',
  'kills',
  'places',
  'limits',
  'streams',
  'packed-policy',
];
const LIMIT_MS = 60_000;

const [only] = process.argv.slice(2);
if (only === '--help' || only === '-h') {
  console.log('node endurance/faults/run.mjs [TEXT]: all scenarios, or those whose name holds TEXT');
  process.exit(0);
}

const rows = [];
const failures = [];
for (const group of GROUPS) {
  const { scenarios } = await import(`./${group}.mjs`);
  for (const scenario of scenarios) {
    if (only === undefined || `${group}: ${scenario.name}`.includes(only)) await play(group, scenario);
  }
}
console.log(`${table([['fault', 'result', 'ms', 'what must come of it'], ...rows])}\n`);
for (const { name, message } of failures) console.log(`- ${name}: ${message}`);
const skipped = rows.filter(([, result]) => result.startsWith('skipped')).length;
const lost = failures.length;
console.log(`${rows.length} faults tried, ${skipped} skipped, lost: ${lost}`);
process.exitCode = lost === 0 ? 0 : 1;

async function play(group, { name, expectation, needs, run }) {
  const title = `${group}: ${name}`;
  const missing = needs?.() ?? null;
  if (missing !== null) {
    rows.push([title, `skipped: ${missing}`, '', expectation]);
    return;
  }
  const world = new World();
  const undo = [];
  const began = performance.now();
  let problem = null;
  try {
    await Promise.race([run(world, (step) => undo.push(step)), outOfTime()]);
    const left = await lastingProcessesOf(world.root, 3_000);
    if (left.length > 0) problem = `still running: ${left.join('; ')}`;
  } catch (error) {
    problem = error instanceof Unexpected ? error.message : error.stack;
  }
  for (const step of undo.reverse()) step();
  world.remove();
  rows.push([title, problem === null ? 'held' : 'BROKEN', Math.round(performance.now() - began), expectation]);
  if (problem !== null) failures.push({ name: title, message: problem });
}

async function outOfTime() {
  await sleep(LIMIT_MS, undefined, { ref: false });
  throw new Error(`it took longer than ${LIMIT_MS} ms`);
}
