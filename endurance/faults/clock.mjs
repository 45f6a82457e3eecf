import { entryOf } from '../../bench/audit/entries.mjs';
import { importBuilt } from '../shared/built.mjs';
import { expect, expectRun } from '../shared/expect.mjs';
import { readLoggedIds } from '../shared/logged-ids.mjs';

const { openAuditLog } = await importBuilt('storage', 'audit/write/audit-log');
const { createRuleBook, describeCall, openGate } = await importBuilt('gate', 'index');
const { absolutePath } = await importBuilt('calls', 'index');

const HOUR = 3_600_000;
const YEARS = [1, 1969, 1970, 2026, 2038, 2101, 9999, 12_026];

export const scenarios = [
  {
    name: 'jumps an hour back at every rotation',
    expectation: 'no archive is overwritten, no line lost',
    run: (world) => rotateBy(world, (round) => Date.now() - round * HOUR),
  },
  {
    name: 'stands still',
    expectation: 'archives of one instant get names of their own',
    run: (world) => rotateBy(world, () => 1_800_000_000_000),
  },
  {
    name: 'jumps to and fro over centuries',
    expectation: 'archives of any year are found and read',
    run: (world) => rotateBy(world, (round) => yearStart(YEARS[round % YEARS.length])),
  },
  {
    name: 'set back, then `audit --since`',
    expectation: 'shows by the time in the line, whatever the archive is called',
    async run(world) {
      const now = Date.now();
      // Rotated under a clock that is two days slow; the line in it is of now.
      record(world, { clock: now - 48 * HOUR, ids: ['recent'], ts: now - 60_000 });
      record(world, { clock: now - 48 * HOUR, ids: ['older'], ts: now - 5 * HOUR });
      record(world, { clock: now + 48 * HOUR, ids: ['future'], ts: now + 47 * HOUR });
      record(world, { clock: now, ids: ['last'], ts: now });
      const shown = await sinceIds(world, '2h');
      expect(shown.join() === 'recent,future,last', `shows ${shown.join()}`);
    },
  },
  {
    name: 'lines of 1969 and of 2101',
    expectation: '`--since` and `--until` take them for what they are',
    async run(world) {
      record(world, { clock: Date.now(), ids: ['before'], ts: Date.parse('1969-07-20T20:17:40Z') });
      record(world, { clock: Date.now(), ids: ['after'], ts: Date.parse('2101-01-01T00:00:00Z') });
      const since = await sinceIds(world, '2100-01-01T00:00:00Z');
      expect(since.join() === 'after', `--since 2100 shows ${since.join()}`);
      const until = await world.run(['perms', 'audit', '--json', '--until', '1970-01-01T00:00:00Z']);
      expectRun(until, { code: 0, stdout: /"before"/ });
      expect(!until.stdout.includes('"after"'), '--until 1970 shows 2101');
    },
  },
  {
    name: 'runs backwards during a decision',
    expectation: 'the verdict stands; it took 0, not less',
    async run() {
      const ticks = [5_000_000, 1_000_000];
      const { verdict, entries } = await decideBy(() => ticks.shift() ?? 0);
      expect(verdict.action === 'ask', `said ${verdict.action}`);
      expect(entries.length === 1 && entries[0].took_us === 0, `logged ${JSON.stringify(entries)}`);
    },
  },
  {
    name: 'says nonsense (NaN, beyond all dates)',
    expectation: 'a deny with the cause, no exception',
    async run() {
      for (const time of [Number.NaN, 9e15, Number.NEGATIVE_INFINITY]) {
        const { verdict } = await decideBy(() => time);
        expect(
          verdict.action === 'deny' && verdict.because.kind === 'fault',
          `${time}: said ${JSON.stringify(verdict)}`,
        );
      }
    },
  },
];

async function rotateBy(world, clockOf) {
  const told = [];
  for (let round = 0; round < 40; round++) {
    const ids = Array.from({ length: 5 }, (_, at) => `r${round}-${at}`);
    record(world, { clock: clockOf(round), ids, ts: Date.now() });
    told.push(...ids);
  }
  const { ids, archives } = readLoggedIds(world.log);
  const lost = told.filter((id) => ids.get(id)?.length !== 1);
  expect(lost.length === 0, `lost ${lost.join(', ')}`);
  expect(archives >= 30, `only ${archives} archives`);
  // And caliban's own reader finds them all.
  const { code, stdout, stderr } = await world.run(['perms', 'audit', '--json']);
  const shown = new Set(
    stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).tool_use_id),
  );
  const unseen = told.filter((id) => !shown.has(id));
  expect(
    code === 0 && unseen.length === 0,
    `\`perms audit\` misses ${unseen.length}: ${unseen.slice(0, 5).join(', ')} ${stderr}`,
  );
}

/** One process's worth: the log is full after every line, so the next process rotates it. */
function record(world, { clock, ids, ts }) {
  const now = () => clock;
  const options = { file: world.log, maxBytes: 100, settleMs: 0, required: true, version: 'faults', now };
  const log = openAuditLog({ ...options, warn: (message) => expect(false, message) });
  for (const id of ids) log.record({ ...entryOf(1, { ts: new Date(ts).toISOString() }), tool_use_id: id });
  log.close();
}

async function sinceIds(world, since) {
  const result = await world.run(['perms', 'audit', '--json', '--since', since]);
  expectRun(result, { code: 0 });
  return result.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).tool_use_id);
}

async function decideBy(clock) {
  const entries = [];
  const gate = openGate({
    policy: { rules: { book: createRuleBook([]) } },
    mode: {},
    ask: { ask: async () => ({ kind: 'once', action: 'deny' }) },
    log: { record: (entry) => void entries.push(entry) },
    context: { clock },
  });
  const context = { workspace: absolutePath('/w'), home: absolutePath('/h') };
  const call = describeCall({ tool: 'Bash', input: { command: 'ls' }, context });
  return { verdict: await gate.judge(call, new AbortController().signal), entries };
}

function yearStart(year) {
  const date = new Date(0);
  date.setUTCFullYear(year);
  return date.getTime();
}
