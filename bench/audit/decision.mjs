import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { checkLines } from './check-lines.mjs';
import { commandOf } from './entries.mjs';
import { playRounds, timed } from './rounds.mjs';
import { importGate, importStorage } from './storage.mjs';

/** A whole decision, from the raw call to the line in the log, beside the same decision with a line that costs nothing to make. */
export async function measureDecision({ rounds, lines, scratch }) {
  const gate = await importGate('index');
  const { decisionEntry } = await importGate('record/audit-entry');
  const { openAuditLog } = await importStorage('write/audit-log');
  const { auditLine } = await importStorage('line/audit-line');
  const file = join(scratch, 'decision.jsonl');
  const context = { workspace: gate.absolutePath('/home/me/project'), shell: 'bash' };
  const book = gate.createRuleBook([...someRules(gate), ...gate.DEFAULT_RULES]);

  const commands = Array.from({ length: DIFFERENT }, (_, number) => commandOf(number));
  const call = (at) => gate.describeCall({ tool: 'Bash', input: { command: commands[at] }, context });
  const decide = (at) => {
    const described = call(at);
    return { call: described, verdict: gate.judge(book, described) };
  };
  const entryOf = ({ call, verdict }) =>
    decisionEntry(call, { outcome: 'allow', verdict }, { from: 1.8e12, to: 1.8e12 + 0.01, mode: 'default' });
  // The same bytes as `record` writes: read from text, because a line that was just put together is slower to write.
  const ready = JSON.parse(JSON.stringify(commands.map((_, at) => auditLine(entryOf(decide(at)), '0.1.0'))));
  const expected = Array.from({ length: lines }, (_, number) => ready[number % DIFFERENT]).join('');

  const many = (step) => {
    step(0);
    return (
      timed(() => {
        for (let number = 1; number < lines; number++) step(number % DIFFERENT);
      }) /
      (lines - 1)
    );
  };

  return playRounds(
    {
      'judge + writeSync of a ready line': () => {
        rmSync(file, { force: true });
        const descriptor = openSync(file, 'a', 0o600);
        const time = many((at) => decide(at) && writeSync(descriptor, ready[at]));
        closeSync(descriptor);
        checkLines(file, { lines, expected });
        return time;
      },
      'judge alone': () => many(decide),
      'judge + record': () => {
        rmSync(file, { force: true });
        const log = openAuditLog({ file, required: true, version: '0.1.0', warn() {} });
        const time = many((at) => log.record(entryOf(decide(at))));
        log.close();
        checkLines(file, { lines, expected });
        return time;
      },
    },
    rounds,
  );
}

/** So many that nothing gains from having seen a command before. */
const DIFFERENT = 2_048;

function someRules({ parsePattern, TOOL_PROFILES }) {
  const patterns = [
    'Bash:npm run *',
    'Bash:git *',
    'Bash:rg *',
    'Bash:sed -n *',
    'Bash:cd *',
    'Bash:npx *',
    'Bash:curl *',
  ];
  return patterns.flatMap((text, line) => {
    const parsed = parsePattern(text, TOOL_PROFILES);
    return parsed.ok ? [{ pattern: parsed.value, action: 'allow', source: { layer: 'project', line } }] : [];
  });
}
