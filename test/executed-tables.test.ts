import { readFileSync } from 'node:fs';
import { absolutePath, describeCall, TOOL_PROFILES } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES } from '../packages/gate/src/defaults/default-rules.ts';
import { judge } from '../packages/gate/src/judge/judge.ts';
import { createRuleBook } from '../packages/gate/src/judge/rule-book.ts';
import { formatPattern } from '../packages/gate/src/pattern/format-pattern.ts';
import { parsePattern } from '../packages/gate/src/pattern/parse-pattern.ts';
import type { Action, Rule } from '../packages/gate/src/types/rule.ts';
import { WRITTEN_SETTING_KEYS } from '../packages/storage/src/rules/read/check-settings.ts';

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
  const [first, ...later] = tablesOf('docs/commands.md').map((table) => ({ ...table, rules: rulesIn(table.before) }));
  const stated = first?.rules ?? [];
  const rows = [
    ...underRules(first?.rows ?? [], stated),
    ...later.flatMap(({ before, rows, rules }) =>
      underRules(rows, /put first:\s*$/.test(before) ? [...rules, ...stated] : [...stated, ...rules]),
    ),
  ];

  test.each(rows)('`%s` → %s', (command, action, book) => {
    expect(judge(book, call('Bash', command)).action).toBe(action);
  });
});

describe('docs/rules.md', () => {
  test('its table of built-in rules is the one that is built in', () => {
    const [table] = tablesOf('docs/rules.md').filter(({ header }) => header.join() === 'pattern,action');
    expect(table?.rows).toEqual(DEFAULT_RULES.map(({ pattern, action }) => [formatPattern(pattern), action]));
  });

  test('its table of settings has every setting', () => {
    const [table] = tablesOf('docs/rules.md').filter(({ header }) => header[0]?.startsWith('key of') === true);
    expect(table?.rows.map(([key]) => key)).toEqual(WRITTEN_SETTING_KEYS);
  });
});

function underRules(rows: readonly string[][], rules: readonly Rule[]) {
  const book = createRuleBook([...rules, ...DEFAULT_RULES]);
  return rows.map(([command = '', action = '']) => [command, action, book] as const);
}

/** Those of the sentence that leads over to a table: With `allow Read`, `deny Write` and so on: */
function rulesIn(before: string): readonly Rule[] {
  const [, sentence = ''] = /(With `(?:(?!With ).)*:)\s*$/s.exec(before) ?? [];
  return Array.from(sentence.matchAll(/`(allow|ask|deny) ([^`]+)`/g), ([, action, text = '']) =>
    rule(action as Action, text),
  );
}

function rule(action: Action, text: string): Rule {
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(pattern.error.message);
  return { pattern: pattern.value, action, source: { layer: 'project' } };
}

function call(tool: string, given: string) {
  const field = TOOL_PROFILES.get(tool)?.argument?.field ?? '';
  const input: unknown = given.startsWith('{"') ? JSON.parse(given) : { [field]: given };
  return describeCall({ tool, input, context: SURROUNDINGS });
}

type Table = { readonly before: string; readonly header: string[]; readonly rows: string[][] };

/** Markdown tables, each with the text since the one before; a cell that is one code span gives its text. */
function tablesOf(file: string): readonly Table[] {
  const tables: Table[] = [];
  let [inTable, before] = [false, ''];
  for (const line of readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split('\n')) {
    if (!line.startsWith('|')) {
      before = inTable ? line : `${before}\n${line}`;
      inTable = false;
      continue;
    }
    const cells = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map(cellText);
    const table = tables.at(-1);
    if (!inTable || table === undefined) tables.push({ before, header: cells, rows: [] });
    else if (!/^[-:|]+$/.test(line)) table.rows.push(cells);
    inTable = true;
  }
  return tables;
}

function cellText(cell: string): string {
  const text = cell.trim().replaceAll('\\|', '|');
  return /^`[^`]*`$/.test(text) ? text.slice(1, -1) : text;
}
