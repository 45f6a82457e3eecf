// `npm run soak`: many real processes at once, killed at random, and nothing may get lost. `terminal`: two sessions left alone.
// `inbox`: questions, answers and a server that is killed.
import { refuseUnbuilt } from '../shared/built.mjs';
import { lastingProcessesOf } from '../shared/processes.mjs';
import { table } from '../shared/table.mjs';
import { World } from '../shared/world.mjs';
import { readOptions } from './options.mjs';
import { Soak } from './soak.mjs';

refuseUnbuilt();
const { INBOX_COLUMNS, inbox } = await import('./inbox.mjs');
const { hookCalls } = await import('./hook-calls.mjs');
const { logReaders } = await import('./log-readers.mjs');
const { logWriters } = await import('./log-writers.mjs');
const { longLivedGate } = await import('./long-lived-gate.mjs');
const { checkDecisions } = await import('./ledger.mjs');
const { ruleFileWatch } = await import('./rule-file-watch.mjs');
const { ruleWriters } = await import('./rule-writers.mjs');
const { scriptedAgents } = await import('./scripted-agents.mjs');
const { prepare } = await import('./seed-files.mjs');
const { TERMINAL_COLUMNS, terminals } = await import('./terminals.mjs');

const options = readOptions(process.argv.slice(2));
const soak = new Soak(new World(), options);
console.log(`soak: ${options.minutes} min, seed ${options.seed}, in ${soak.world.root}`);

const RUNS = { busy, terminal: leftAlone, inbox: asking };
const rows = await RUNS[options.what]();
const orphans = await lastingProcessesOf(soak.world.root, 5_000);
for (const orphan of orphans) soak.breach(`still running: ${orphan}`);
if (options.what !== 'terminal')
  rows.push(['processes', soak.started, soak.killed, 'none is left behind', orphans.length]);

console.log(`\n${table(rows)}\n`);
if (soak.breaches.length === 0) {
  soak.world.remove();
  console.log(options.what === 'terminal' ? 'nothing changed' : `nothing was lost (seed ${options.seed})`);
} else {
  console.log(
    `${soak.breaches.length} broken promises (seed ${options.seed}); the files are kept in ${soak.world.root}`,
  );
  for (const breach of soak.breaches.slice(0, 40)) console.log(`- ${breach}`);
  process.exitCode = 1;
}

async function busy() {
  prepare(soak.world);
  const parts = [hookCalls, scriptedAgents, ruleWriters, ruleFileWatch, logReaders, logWriters, longLivedGate];
  const tried = (await Promise.all(parts.map((part) => part(soak)))).flat();
  return [['what', 'tried', 'killed', 'checked', 'lost'], ...tried, await checkDecisions(soak)];
}

async function asking() {
  return [INBOX_COLUMNS, ...(await inbox(soak))];
}

async function leftAlone() {
  return [TERMINAL_COLUMNS, ...(await terminals(soak))];
}
