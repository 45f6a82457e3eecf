import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES } from '../packages/gate/src/defaults/default-rules.ts';
import { describeCall } from '../packages/gate/src/describe/describe-call.ts';
import { TOOL_PROFILES } from '../packages/gate/src/describe/tool-profiles.ts';
import { judge } from '../packages/gate/src/judge/judge.ts';
import { createRuleBook } from '../packages/gate/src/judge/rule-book.ts';
import { formatPattern } from '../packages/gate/src/pattern/format-pattern.ts';
import { parsePattern } from '../packages/gate/src/pattern/parse-pattern.ts';
import { absolutePath } from '../packages/gate/src/text/path.ts';
import type { Action, Rule } from '../packages/gate/src/types/rule.ts';

const SURROUNDINGS = { workspace: absolutePath('/repo'), home: absolutePath('/home/me') };

describe('docs/pattern-grammar.md', () => {
  const tables = tablesOf('docs/pattern-grammar.md');

  test.each(tables.filter(({ header }) => header.at(-1) === 'matches').flatMap(({ rows }) => rows))(
    '`%s` on a call of %s with `%s`: %s',
    (pattern, tool, given, matches) => {
      const verdict = judge(createRuleBook([rule('deny', pattern)]), call(tool, given));
      expect(verdict.action === 'deny' ? 'yes' : 'no').toBe(matches);
    },
  );

  test.each(tables.filter(({ header }) => header.at(-1) === 'says').flatMap(({ rows }) => rows))(
    '`%s` is refused: %s',
    (pattern, message) => {
      expect(parsePattern(pattern)).toMatchObject({ ok: false, error: { message } });
    },
  );
});

describe('docs/commands.md', () => {
  const rules = [
    rule('deny', 'Bash:git push *'),
    rule('deny', 'Bash:curl * | sh'),
    rule('allow', 'Bash:git *'),
    rule('allow', 'Bash:head *'),
    rule('deny', 'Bash:rm *'),
    rule('allow', 'Write:out/**'),
    ...DEFAULT_RULES,
  ];
  const rows = tablesOf('docs/commands.md').flatMap((table) => table.rows);

  test.each(rows)('`%s` → %s', (command, action) => {
    expect(judge(createRuleBook(rules), call('Bash', command)).action).toBe(action);
  });
});

describe('docs/rules.md', () => {
  test('its table of built-in rules is the one that is built in', () => {
    const [table] = tablesOf('docs/rules.md').filter(({ header }) => header.join() === 'pattern,action');
    expect(table?.rows).toEqual(DEFAULT_RULES.map(({ pattern, action }) => [formatPattern(pattern), action]));
  });
});

function rule(action: Action, text: string): Rule {
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(pattern.error.message);
  return { pattern: pattern.value, action, source: { layer: 'project' } };
}

function call(tool: string, given: string) {
  const field = TOOL_PROFILES.get(tool)?.argument?.field ?? '';
  const input: unknown = given.startsWith('{"') ? JSON.parse(given) : { [field]: given };
  return describeCall({ tool, input, surroundings: SURROUNDINGS });
}

/** Markdown tables; a cell that is one code span gives its text. */
function tablesOf(file: string): { header: string[]; rows: string[][] }[] {
  const tables: { header: string[]; rows: string[][] }[] = [];
  let inTable = false;
  for (const line of readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split('\n')) {
    if (!line.startsWith('|')) {
      inTable = false;
      continue;
    }
    const cells = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map(cellText);
    const table = tables.at(-1);
    if (!inTable || table === undefined) tables.push({ header: cells, rows: [] });
    else if (!/^[-:|]+$/.test(line)) table.rows.push(cells);
    inTable = true;
  }
  return tables;
}

function cellText(cell: string): string {
  const text = cell.trim().replaceAll('\\|', '|');
  return /^`[^`]*`$/.test(text) ? text.slice(1, -1) : text;
}
