import type { Action } from '@caliban/gate';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/helpers/runs.ts';
import type { RuleEdit } from '../../../src/rules/edit/rule-edit.ts';
import { formatText } from '../../../src/rules/format-toml.ts';
import type { WrittenRule } from '../../../src/rules/written-rule.ts';
import { editToml } from '../../helpers/edit-toml.ts';

const blank = fc.constantFrom('', '', ' ', '\t', '  ');
const gap = fc.constantFrom('', '', '\n', '\n\n', '  \n', '# a remark\n', '\n# another\n\n', '# one\n# two\n');
const remark = fc.constantFrom('', '', ' # here', '# [[permissions.rules]]', ' # pattern = "x", ]}');
const word = fc.constantFrom('git', 'rm -rf', 'a"b', "it's", '\\*', '[x]', '#no', 'ü🙂', '{', '}', ',', ']', '\t', '=');
const pattern = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => `Bash:x${words.join(' ')}x`);
const action = fc.constantFrom('allow', 'deny', 'ask');

/** A text in any of the ways TOML can spell it. */
const spelled = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.nat(3)).map(([value, style]) => {
    if (style === 0 && !/['\t]/.test(value)) return `'${value}'`;
    if (style === 1) return `"""\n${formatBasic(value)}"""`;
    if (style === 2 && !value.includes("'")) return `'''${value}'''`;
    return formatText(value);
  });
const formatBasic = (value: string) => JSON.stringify(value).slice(1, -1);

type Spell = (text: fc.Arbitrary<string>) => fc.Arbitrary<string>;

const field = (key: string, value: fc.Arbitrary<string>, spell: Spell) =>
  fc
    .tuple(blank, fc.constantFrom(key, `"${key}"`, `'${key}'`), blank, blank, spell(value), remark)
    .map(([indent, name, before, after, text, comment]) => `${indent}${name}${before}=${after}${text}${comment}`);

const fields = (spell: Spell) =>
  fc
    .tuple(
      field('pattern', pattern, spell),
      field('action', action, spell),
      fc.option(field('comment', pattern, spell)),
      fc.option(field('expires_at', fc.constant('2027-01-01T00:00:00Z'), spell)),
      fc.option(fc.integer({ min: 1, max: 9 }).map((people) => `approvals = ${people}`)),
      fc.option(fc.boolean().map((may) => `self_approval = ${may}`)),
    )
    .map((all) => all.filter((one) => one !== null))
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

const table = (header: fc.Arbitrary<string>, spell: Spell) =>
  fc
    .tuple(gap, header, remark, fields(spell), gap)
    .map(([above, head, comment, lines, below]) => `${above}${head}${comment}\n${lines.join('\n')}\n${below}`);

/** Written in every way there is, and the way nearly everybody writes. */
const oddTable = table(fc.constantFrom('[[permissions.rules]]', '  [[ permissions . "rules" ]]'), spelled);
const plainTable = table(fc.constantFrom('[[permissions.rules]]', ' [[ permissions.rules]]'), (text) =>
  text.map(formatText),
);

const inline = fc
  .tuple(spelledInline('pattern', pattern), spelledInline('action', action), fc.boolean())
  .map(([one, other, swap]) => (swap ? `{${other}, ${one}}` : `{ ${one} ,${other} }`));
function spelledInline(key: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return value.map((text) => `${key} = ${formatText(text)}`);
}

const other = fc.constantFrom(
  '',
  '[hooks]\nx = [ 1, # one\n 2 ]\n',
  '# last\n',
  '[[x.y]]\n[x.y.z]\na.b = { c = "]" }\n',
);
const settings = fc.constantFrom(
  '',
  '[permissions]\nenforce = true # yes\n',
  '# top\n\n[permissions]\n',
  'permissions.enforce = true\n',
);

const tablesFile = fc
  .tuple(settings, fc.oneof(fc.array(oddTable, { maxLength: 6 }), fc.array(plainTable, { maxLength: 8 })), other)
  .map(([head, tables, tail]) => `${head}${tables.join('')}${tail}`);

const listFile = fc
  .tuple(
    fc.array(
      fc.tuple(
        inline,
        fc.constantFrom(',', ', ', ',\n', ' , # c\n', ',\n\n  # d\n  ', '\n,\n', ' # c\n,', '\n # d\n, # c\n'),
      ),
      {
        maxLength: 6,
      },
    ),
    fc.boolean(),
    fc.constantFrom('', ' ', '\n', '# start\n'),
    other,
  )
  .map(([items, comma, start, tail]) => {
    const body = items
      .map(([item, separator], index) => (index < items.length - 1 || comma ? item + separator : item))
      .join('');
    return `# top\n[permissions]\nrules = [${start}${body}] # end\nenforce = false\n${tail}`;
  });

const bucket = (key: string) =>
  fc
    .tuple(
      gap,
      fc.array(fc.tuple(spelled(pattern), fc.constantFrom(',', ', # b\n', ',\n  # c\n')), { maxLength: 4 }),
      remark,
    )
    .map(([above, items, comment]) => `${above}${key} = [${items.map((item) => item.join('')).join('')}]${comment}\n`);
const v1Table = fc
  .tuple(gap, remark, pattern, action, gap)
  .map(
    ([above, comment, text, verb, below]) =>
      `${above}[[rule]]${comment}\ntool = ${formatText(text)}\naction = "${verb.toUpperCase()}"\n${below}`,
  );
const legacyFile = fc
  .tuple(
    fc.option(bucket('allow'), { nil: '' }),
    fc.option(bucket('deny'), { nil: '' }),
    fc.option(bucket('ask'), { nil: '' }),
    fc.array(v1Table, { maxLength: 3 }),
    other,
  )
  .map(
    ([allow, deny, ask, tables, tail]) =>
      `# top\n[permissions]\n${allow}enforce = true # e\n${deny}${ask}${tables.join('')}${tail}`,
  );

const ending = fc.constantFrom('as it is', 'crlf', 'no line end', 'byte order mark');
const file = fc.tuple(fc.oneof(tablesFile, listFile, legacyFile), ending).map(([text, end]) => {
  if (end === 'crlf') return text.replaceAll('\n', '\r\n');
  if (end === 'no line end') return text.trimEnd();
  return end === 'byte order mark' ? `\ufeff${text}` : text;
});

const seeds = fc.record({
  kind: fc.constantFrom('insert', 'remove', 'move', 'change'),
  one: fc.nat(),
  two: fc.nat(),
  pattern,
  action,
  value: fc.option(pattern),
});

function editFor(
  count: number,
  seed: { kind: string; one: number; two: number; pattern: string; action: string; value: string | null },
): RuleEdit {
  const at = seed.one % Math.max(1, count);
  if (count === 0 || seed.kind === 'insert') {
    const first: WrittenRule = { pattern: seed.pattern, action: 'deny', reason: seed.value ?? undefined };
    const more: WrittenRule[] = [
      { pattern: 'Second', action: 'ask' },
      { pattern: 'Third', action: 'allow' },
    ];
    return { kind: 'insert', at: seed.one % (count + 1), rules: [first, ...more.slice(0, seed.two % 3)] };
  }
  if (seed.kind === 'remove') return { kind: 'remove', at };
  if (seed.kind === 'move') return { kind: 'move', from: at, to: seed.two % count };
  return { kind: 'change', at, fields: { action: seed.action as Action, comment: seed.value } };
}

type Fields = Record<string, unknown>;
type Document = { permissions?: Record<string, never[]>; rule?: Fields[] };

const valuesIn = (text: string) => parse(text, { unsafeKeyBehaviour: 'throw' }) as Document;

/** The rules as they are tried, in canonical spelling: written apart from the code under test, to hold it against. */
function rulesIn({ permissions = {}, rule = [] }: Document): Fields[] {
  const bucket = (verb: string) => (permissions[verb] ?? []).map((text) => ({ pattern: text, action: verb }));
  const old = rule.map(({ tool, action: verb }) => ({ pattern: tool, action: String(verb).toLowerCase() }));
  return [...bucket('deny'), ...bucket('ask'), ...bucket('allow'), ...old, ...(permissions.rules ?? [])];
}

function editRules(rules: Fields[], edit: RuleEdit): Fields[] {
  const copy = rules.map((fields) => ({ ...fields }));
  switch (edit.kind) {
    case 'add-test':
      return copy;
    case 'insert': {
      const added = edit.rules.map(({ pattern: text, action: verb, reason }) => ({
        pattern: text,
        action: verb,
        ...(reason === undefined ? {} : { reason }),
      }));
      copy.splice(edit.at, 0, ...added);
      return copy;
    }
    case 'remove':
      copy.splice(edit.at, 1);
      return copy;
    case 'move':
      copy.splice(edit.to, 0, ...copy.splice(edit.from, 1));
      return copy;
    case 'change':
      for (const [key, value] of Object.entries(edit.fields)) {
        const fields = copy[edit.at] as Fields;
        if (value === null) delete fields[key];
        else fields[key] = value;
      }
      return copy;
  }
}

const commentsIn = (text: string) =>
  [...text.matchAll(/# (?:a remark|another|one|two|here|top|yes|last|start|end|b|c|d|e)\b/g)].map(
    ([comment]) => comment,
  );

describe('for generated files', () => {
  test('parse(edit(text)) is edit(parse(text)), and what is no rule stays', () => {
    let refused = 0;
    fc.assert(
      fc.property(file, seeds, (text, seed) => {
        const before = valuesIn(text);
        const edit = editFor(rulesIn(before).length, seed);
        const result = editToml(text, edit);
        if (!result.ok) {
          refused++;
          expect(result.error.kind, text).toBe('nothing is refused');
          return;
        }
        const after = valuesIn(result.value);
        expect(rulesIn(after)).toEqual(editRules(rulesIn(before), edit));
        expect(settingsIn(after)).toEqual(settingsIn(before));
        expect({ ...after, permissions: 0, rule: 0 }).toEqual({ ...before, permissions: 0, rule: 0 });
      }),
      { numRuns: runs(400) },
    );
    expect(refused).toBe(0);
  });

  test('text outside the edit is unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(tablesFile, listFile), seeds, (text, seed) => {
        const edit = editFor(rulesIn(valuesIn(text)).length, seed);
        if (edit.kind === 'move') return;
        const result = editToml(text, edit);
        if (!result.ok) throw new Error(result.error.message);
        // What was there is still there, in order, but for one stretch.
        const { start, oldEnd, newEnd } = difference(text, result.value);
        if (edit.kind === 'insert') expect(text.slice(start, oldEnd).trim(), text).toBe('');
        // Between a rule and its comma comments may stand.
        const left = result.value.slice(start, newEnd).replaceAll(/^\s*#.*/gm, '');
        if (edit.kind === 'remove') expect(left.trim(), text).toBe('');
      }),
      { numRuns: runs(400) },
    );
  });

  test('moving there and back restores rules and comments', () => {
    fc.assert(
      fc.property(fc.oneof(tablesFile, listFile), fc.nat(), fc.nat(), (text, one, two) => {
        const count = rulesIn(valuesIn(text)).length;
        if (count < 2) return;
        const [from, to] = [one % count, two % count];
        const there = editToml(text, { kind: 'move', from, to });
        const back = there.ok ? editToml(there.value, { kind: 'move', from: to, to: from }) : there;
        if (!back.ok) throw new Error(back.error.message);
        expect(valuesIn(back.value)).toEqual(valuesIn(text));
        expect(commentsIn(back.value).sort()).toEqual(commentsIn(text).sort());
      }),
      { numRuns: runs(200) },
    );
  });

  test('putting a rule in and taking it out loses no comment', () => {
    fc.assert(
      fc.property(file, fc.nat(), (text, seed) => {
        const at = seed % (rulesIn(valuesIn(text)).length + 1);
        const there = editToml(text, { kind: 'insert', at, rules: [{ pattern: 'New', action: 'ask' }] });
        const back = there.ok ? editToml(there.value, { kind: 'remove', at }) : there;
        if (!back.ok) throw new Error(back.error.message);
        expect(commentsIn(back.value).sort(), text).toEqual(commentsIn(text).sort());
      }),
      { numRuns: runs(400) },
    );
  });

  test('a conversion keeps every comment', () => {
    fc.assert(
      fc.property(legacyFile, (text) => {
        const count = rulesIn(valuesIn(text)).length;
        const result = editToml(text, { kind: 'insert', at: count, rules: [{ pattern: 'New', action: 'ask' }] });
        if (!result.ok) throw new Error(`${result.error.message}: ${text}`);
        expect(commentsIn(result.value).sort()).toEqual(commentsIn(text).sort());
      }),
      { numRuns: runs(200) },
    );
  });
});

const settingsIn = ({ permissions }: Document) => permissions?.enforce;

/** The one stretch in which two texts differ. */
function difference(before: string, after: string): { start: number; oldEnd: number; newEnd: number } {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { start, oldEnd: before.length - end, newEnd: after.length - end };
}
