// The gate that lives long: `gate-process.mjs DIRECTORY SEED DECISIONS`, with --expose-gc. Prints one JSON object.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { callFor } from '../../bench/decide/generate-calls.mjs';
import { generateRules } from '../../bench/decide/generate-rules.mjs';
import { createRandom } from '../../bench/decide/random.mjs';
import { WORKSPACE } from '../../bench/decide/rule-text.mjs';
import { importBuilt } from '../shared/built.mjs';

const [directory, seed, decisions] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const { createRuleBook, describeCall, judge, openGate, parsePattern } = await importBuilt('gate', 'index');
const { RuntimeRuleStore } = await importBuilt('gate', 'index');
const { absolutePath } = await importBuilt('calls', 'index');
const { openAuditLog } = await importBuilt('storage', 'audit/write/audit-log');

const random = createRandom(seed);
const CHARACTERS = [...'abc ./-_$(){}[]`"\'\\|&;<>*?~#!=\n\tä\u{1f600}'];
const written = generateRules(400, seed);
const rules = written.map(ruleOf);
const store = new RuntimeRuleStore(rules);
const log = openAuditLog({
  file: join(directory, 'permission-decisions.jsonl'),
  maxBytes: 4_000_000,
  keep: 3,
  required: true,
  version: 'soak',
  warn: (message) => console.error(message),
});
let logged = 0;
const gate = openGate({
  policy: { rules: store },
  mode: {},
  ask: { ask: async () => ({ kind: 'once', action: 'deny' }) },
  log: {
    record(entry) {
      log.record(entry);
      logged++;
    },
  },
});

const context = { workspace: absolutePath(WORKSPACE), home: absolutePath('/home/dev') };
const { signal } = new AbortController();
const differing = [];
let compared = 0;
let early = 0;
for (let number = 1; number <= decisions; number++) {
  // Session rules come and go; in between there are none.
  if (number % 1_000 === 0) store.add(ruleOf(random.pick(written)));
  if (store.sessionRules.length > 8) for (const rule of store.sessionRules) store.remove(rule);
  const call = describeCall({ ...randomCall(), context, origin: { toolUseId: String(number) } });
  const verdict = await gate.judge(call, signal);
  if (number % 500 === 0) compare(call, verdict);
  if (number === Math.floor(decisions / 4)) early = heapMegabytes();
}
const late = heapMegabytes();
log.close();
const archives = readdirSync(directory).filter((name) => /-\d{4}-.*\.jsonl(\.gz)?$/.test(name)).length;
console.log(JSON.stringify({ decisions, compared, differing, early, late, logged, archives }));
process.exit(0);

/** By a book that has never judged anything. */
function compare(call, { action, because }) {
  compared++;
  const fresh = judge(createRuleBook([...store.sessionRules, ...rules]), call);
  const shown = ({ action: said, because: why }) =>
    JSON.stringify([said, why.kind, why.rule?.pattern.text, why.rule?.source]);
  const [one, other] = [shown({ action, because }), shown(fresh)];
  if (one !== other) differing.push(`${JSON.stringify(call.input)}: ${one}, anew ${other}`);
}

function randomCall() {
  if (random.chance(0.8)) return callFor(random.pick(written), random);
  return random.pick([
    () => ({ tool: 'Bash', input: { command: garbage(random.below(400)) } }),
    () => ({ tool: 'WebFetch', input: { url: `https://${garbage(8)}.test/` } }),
    () => ({ tool: `mcp__${garbage(5)}`, input: { [garbage(3)]: [garbage(4), random.below(9)] } }),
    () => ({ tool: 'Read', input: { path: `${'../'.repeat(random.below(5))}${garbage(20)}` } }),
  ])();
}

/** Mostly what shells care about. */
function garbage(length) {
  return Array.from({ length }, () => random.pick(CHARACTERS)).join('');
}

function ruleOf({ pattern, action }, at) {
  const parsed = parsePattern(pattern);
  if (!parsed.ok) throw new Error(`${pattern}: ${parsed.error.message}`);
  return { pattern: parsed.value, action, source: { layer: 'project', file: '/p.toml', line: at ?? 1 } };
}

function heapMegabytes() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}
