import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Sessions of Claude Code: `calls` calls, of which `distinct` are different, in four projects. */
export function writeSessions(home, { calls, distinct }) {
  const random = randomFrom(7);
  for (let project = 0; project < PROJECTS; project++) {
    const cwd = join(home, `project-${project}`);
    const directory = join(home, '.claude/projects', cwd.replaceAll('/', '-'));
    mkdirSync(directory, { recursive: true });
    const pool = differentLines(distinct / PROJECTS, random);
    for (let session = 0, made = 0; made < calls / PROJECTS; session++) {
      const lines = [];
      for (let turn = 0; turn < 250; turn++, made++)
        lines.push(...recordsOf(lineOf(pool, made, random), { cwd, session: `${project}-${session}`, id: made }));
      writeFileSync(join(directory, `${session}.jsonl`), `${lines.join('\n')}\n`);
    }
  }
}

/** A decision log with this many lines, a thousand sessions long. */
export function writeLog(file, { lines, distinct, cwd }) {
  const random = randomFrom(11);
  const pool = differentLines(distinct, random);
  const log = openSync(file, 'w');
  for (let at = 0; at < lines; at += BLOCK) {
    const block = Array.from({ length: Math.min(BLOCK, lines - at) }, (_, index) =>
      JSON.stringify({
        ts: new Date(Date.now() - 20 * DAY_MS + (at + index) * 1_000).toISOString(),
        session_id: `s${Math.floor((at + index) / 1_000)}`,
        tool_use_id: `t${at + index}`,
        host: 'claude-code',
        workspace: cwd,
        cwd,
        tool_name: 'Bash',
        input: { command: lineOf(pool, at + index, random) },
        action: 'ask',
        outcome: 'left-to-host',
        mode: 'default',
        because: { kind: 'no-rule' },
        took_us: 9_000,
        caliban: '0.1.0',
      }),
    );
    writeSync(log, `${block.join('\n')}\n`);
  }
  closeSync(log);
}

const PROJECTS = 4;
const BLOCK = 10_000;
const DAY_MS = 86_400_000;

/** Each line of the pool once, and then again and again, the first ones most often. */
function lineOf(pool, made, random) {
  return pool[made < pool.length ? made : Math.floor(pool.length * random() ** 3)];
}

function recordsOf(command, { cwd, session, id }) {
  const common = {
    cwd,
    sessionId: session,
    version: '2.1.326',
    timestamp: new Date(Date.now() - 10 * DAY_MS).toISOString(),
  };
  const use = { type: 'tool_use', id: `${session}-${id}`, name: 'Bash', input: { command } };
  const result = { type: 'tool_result', tool_use_id: use.id, content: RESULT };
  return [
    JSON.stringify({ type: 'assistant', ...common, message: { content: [use] } }),
    JSON.stringify({ type: 'user', ...common, message: { content: [result] } }),
  ];
}

const RESULT = 'ok: nothing more to say about this\n'.repeat(12);

function differentLines(count, random) {
  const lines = new Set();
  while (lines.size < count) lines.add(line(random));
  return [...lines];
}

const WORDS =
  'alpha order retry batch merge stream token parse window cursor limit widget invoice buffer region shard'.split(' ');
const DIRECTORIES = ['src', 'test', 'packages/core/src', 'packages/cli/test', 'docs'];

/** As coding agents write them: reading, testing, committing, and several of these in one line. */
function line(random) {
  const pick = (from) => from[Math.floor(random() * from.length)];
  const n = () => Math.floor(random() * 200);
  const file = () => `${pick(DIRECTORIES)}/${pick(WORDS)}_${pick(WORDS)}.${pick(['ts', 'py', 'go', 'md'])}`;
  const command = () =>
    pick([
      () => `grep -rn "${pick(WORDS)}" ${pick(DIRECTORIES)} | head -${n()}`,
      () => `sed -n '${n()},${n()}p' ${file()}`,
      () => `cat ${file()} ${file()}`,
      () => `git diff ${file()}`,
      () => `git log --oneline -${n()} -- ${file()}`,
      () => `npx vitest run ${file()} 2>&1 | tail -${n()}`,
      () => `python -m pytest ${file()} -q -k "${pick(WORDS)}"`,
      () => `go test ./${pick(DIRECTORIES)}/... -run Test${pick(WORDS)} -count=1`,
      () => `git add ${file()} && git commit -q -m "${pick(WORDS)} ${pick(WORDS)} ${pick(WORDS)}"`,
      () => `cat > ${file()} <<'EOF'\n${pick(WORDS)} ${n()}\nEOF`,
      () => `python3 - <<'EOF'\nprint(open("${file()}").read().count("${pick(WORDS)}"))\nEOF`,
      () => `for f in ${pick(DIRECTORIES)}/*.ts; do echo "== $f"; head -${n()} "$f"; done`,
      () => `rm -rf /tmp/${pick(WORDS)}-${n()}`,
      () => `kubectl -n ${pick(WORDS)} logs deploy/${pick(WORDS)} --tail=${n()}`,
      () => `curl -s http://localhost:${3000 + n()}/${pick(WORDS)} | jq .`,
    ])();
  return Array.from({ length: pick([1, 1, 1, 2, 3]) }, command).join(pick(['; ', ' && ', '; echo ---; ']));
}

/** Small and good enough to vary texts (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
