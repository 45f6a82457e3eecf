// One session of the built program, in a process of its own: `node --expose-gc worker.mjs '{"scratch", "turns", "rules"}'`.
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeWorkplace } from './workplace.mjs';

const LINE = `${'x'.repeat(600)}\n`;
const { scratch, turns, rules } = JSON.parse(process.argv[2]);
const { workspace, script, env } = makeWorkplace(scratch, { turns, rules });

const { readArgs } = await importCli('command-line/args');
const { START } = await importCli('command-line/command-table');
const { startUp } = await importCli('compose/start-up');
const { composeSession } = await importCli('compose/session');

const terminal = {
  out() {},
  err: (text) => process.stderr.write(text),
  cwd: workspace,
  env: { ...process.env, ...env },
  home: scratch,
  interrupted: () => new AbortController().signal,
};
const args = readArgs(START, [
  '--model',
  `scripted:${script}`,
  '--permission-mode',
  'dontAsk',
  '--max-turns',
  `${turns + 1}`,
]);
const start = await startUp(args, terminal);
const askHandler = { ask: async () => ({ kind: 'once', action: 'deny', by: 'non-interactive', message: 'asked' }) };
const warn = (text) => console.error(text);
const signal = terminal.interrupted();
const session = await composeSession({ start, args, terminal, askHandler, warn, signal });

const gate = timing(session.gate.gate);
const heap = {};
const calls = [];
for await (const event of session.agent().run('go', signal)) {
  if (event.kind === 'turn-started' && (event.turn === turns / 10 || event.turn === turns))
    heap[event.turn] = heapBytes();
  if (event.kind === 'tool-finished') calls.push({ tool: event.name, end: event.end, milliseconds: event.tookMs });
  if (event.kind === 'ended' && event.end.kind !== 'done') throw new Error(`it ended: ${JSON.stringify(event.end)}`);
}
const conversation = JSON.stringify(session.agent().messages).length;
await session.close();
process.stdout.write(JSON.stringify({ gate, heap, calls, conversation }));

/** How long each check takes, with the line it writes into the log; and beside it a bare write of such a line, which is the weather. */
function timing(gate) {
  const times = [];
  const descriptor = openSync(join(scratch, 'bare.jsonl'), 'a', 0o600);
  const { check } = gate;
  gate.check = async (call, signal) => {
    const from = performance.now();
    const decision = await check(call, signal);
    const to = performance.now();
    writeSync(descriptor, LINE);
    times.push({ check: to - from, bareWrite: performance.now() - to });
    return decision;
  };
  return times;
}

function heapBytes() {
  for (let times = 0; times < 3; times++) globalThis.gc();
  return process.memoryUsage().heapUsed;
}

function importCli(name) {
  return import(new URL(`../../packages/cli/dist/${name}.js`, import.meta.url).href);
}
