import { type Action, formatPattern, parsePattern, type Rule } from '@caliban/gate';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { exportRules } from '../../../src/rules/export/export-rules.ts';
import { importRules } from '../../../src/rules/import/import-rules.ts';
import { rulesOf } from './helpers.ts';

const SET = { layer: 'project', file: '/p.toml', line: 2 } as const;
const SETTINGS = { enforce: { value: true, ...SET }, defaultMode: { value: 'plan', ...SET } } as const;

describe('canonical TOML', () => {
  test('one table for each rule, in order, with everything it says', () => {
    const [first, second] = rulesOf('allow Bash:git *', 'deny Bash:~rm "*"') as [Rule, Rule];
    const rules = [
      { ...first, comment: 'git ops are fine' },
      { ...second, reason: "don't", expiresAt: '2027-01-01T00:00:00Z' },
    ];
    expect(exportRules(rules, 'toml')).toEqual({
      text: `[[permissions.rules]]
pattern = "Bash:git *"
action = "allow"
comment = "git ops are fine"

[[permissions.rules]]
pattern = 'Bash:~rm "*"'
action = "deny"
reason = "don't"
expires_at = "2027-01-01T00:00:00Z"
`,
      notCarriedOver: [],
    });
  });

  test('no rules, no text', () => {
    expect(exportRules([], 'toml').text).toBe('');
  });

  test("the file's settings are above its rules", () => {
    expect(exportRules(rulesOf('ask *'), 'toml', SETTINGS)).toEqual({
      text: `[permissions]
enforce = true
default_mode = "plan"

[[permissions.rules]]
pattern = "*"
action = "ask"
`,
      notCarriedOver: [],
    });
  });

  test.each(['json', 'claude'] as const)('%s has no place for it, and the report says so', (format) => {
    expect(exportRules([], format, SETTINGS).notCarriedOver.map(({ what }) => what)).toEqual([
      '`enforce = true`',
      '`default_mode = "plan"`',
    ]);
  });

  test('half a character is not text, and the report says so', () => {
    const rules = rulesOf('deny Bash:a\ud800b');
    expect(exportRules(rules, 'toml')).toMatchObject({
      text: expect.stringContaining('a\ufffdb'),
      notCarriedOver: [{ what: 'pattern of `Bash:a\ud800b`' }],
    });
  });
});

test('JSON is the ordered list', () => {
  const rules = rulesOf('deny Bash(rm *)', 'ask *');
  expect(JSON.parse(exportRules(rules, 'json').text)).toEqual([
    { pattern: 'Bash(rm *)', action: 'deny' },
    { pattern: '*', action: 'ask' },
  ]);
});

/** Any code units, halves of characters among them. */
const ANY_TEXT = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  .map((units) => String.fromCharCode(...units));

describe('an export can be imported again unchanged', () => {
  const tool = fc.constantFrom('Bash', 'Read', 'mcp__a__b', '*', 'Edit', 'WebFetch', 'x y');
  const text = fc.string({ unit: 'grapheme', maxLength: 12 });
  const pattern = fc
    .oneof(
      tool,
      fc.tuple(tool, text).map(([name, spec]) => `${name}:${spec}`),
      fc.tuple(tool, text).map(([name, spec]) => `${name}(${spec})`),
    )
    .map((written) => parsePattern(written))
    .filter((parsed) => parsed.ok)
    .map(({ value }) => value);
  const action = fc.constantFrom<Action>('allow', 'deny', 'ask');
  const rule = fc
    .record(
      {
        pattern,
        action,
        comment: text,
        reason: text,
        expiresAt: fc.constantFrom('2027-01-01T00:00:00Z', '2030-12-31T23:59:59+02:00'),
        confined: fc.constant(true as const),
        approvals: fc.integer({ min: 1, max: 9 }),
        selfApproval: fc.constant(false as const),
      },
      { requiredKeys: ['pattern', 'action'] },
    )
    .map((fields): Rule => ({ ...fields, source: { layer: 'project' } }));

  test.each(['toml', 'json'] as const)('%s', (format) => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 8 }), (rules) => {
        const { text: exported } = exportRules(rules, format);
        const result = importRules(exported, { format: 'caliban', fileName: `x.${format}` });
        const expected = rules.map(({ source: _, pattern: parsed, ...rest }) => ({
          ...rest,
          pattern: formatPattern(parsed),
        }));
        expect(result.ok && result.value.rules).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  test('any text survives TOML', () => {
    fc.assert(
      fc.property(ANY_TEXT, (comment) => {
        const [first] = rulesOf('ask Bash') as [Rule];
        const document = parse(exportRules([{ ...first, comment }], 'toml').text) as {
          permissions: { rules: { comment: string }[] };
        };
        expect(document.permissions.rules[0]?.comment).toBe(comment.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
      }),
      { numRuns: 200 },
    );
  });
});
