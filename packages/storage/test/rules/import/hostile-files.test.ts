import { parsePattern } from '@caliban/gate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/helpers/runs.ts';
import { importRules } from '../../../src/rules/import/import-rules.ts';
import { IMPORT_FORMATS } from '../../../src/rules/import/imported.ts';
import { imported, lines, problem } from './helpers.ts';

const FORMATS = ['auto', ...IMPORT_FORMATS] as const;
const format = fc.constantFrom(...FORMATS);
const fileName = fc.constantFrom('x', 'x.json', 'x.toml', 'x.rules', 'opencode.json', '.claude/settings.json');

/** Any code unit, half of them such as files are made of. */
const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 32, max: 126 }));

/** Whatever comes in: no throw, and no pattern that caliban would refuse. */
function expectSound(text: string, options: Parameters<typeof importRules>[1]): void {
  const result = importRules(text, options);
  if (!result.ok) expect(result.error.message).not.toBe('');
  else expect(result.value.rules.filter(({ pattern }) => !parsePattern(pattern).ok)).toEqual([]);
}

describe('never a throw', () => {
  test('on any text', () => {
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
        format,
        fileName,
        (text, as, name) => expectSound(text, { format: as, fileName: name }),
      ),
      { numRuns: runs(300) },
    );
  });

  test('on any JSON, where rules are expected', () => {
    const anything = fc.jsonValue({ maxDepth: 4 });
    const shaped = fc.record(
      {
        permissions: fc.oneof(
          anything,
          fc.record({ allow: anything, deny: anything, ask: anything, rules: anything, defaultMode: anything }),
        ),
        permission: fc.oneof(
          anything,
          fc.dictionary(
            fc.string(),
            fc.oneof(
              fc.constantFrom('allow', 'deny', 'ask'),
              fc.dictionary(fc.string(), fc.constantFrom('allow', 'deny', 'ask')),
            ),
          ),
        ),
        tools: anything,
        agent: anything,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(shaped, format, (json, as) => expectSound(JSON.stringify(json), { format: as, fileName: 'x.json' })),
      { numRuns: runs(300) },
    );
  });

  test('on any rule text', () => {
    const tool = fc.constantFrom(
      'Bash',
      'Read',
      'Edit',
      'WebFetch',
      'Agent',
      'mcp__a__b',
      'Skill',
      'Write',
      'PowerShell',
    );
    const rule = fc
      .tuple(tool, fc.string({ unit: fc.constantFrom(...'*?~/\\()[]{},:=.!#a -"\'$'.split('')), maxLength: 12 }))
      .map(([name, spec]) => `${name}(${spec})`);
    const lists = fc.record({ allow: fc.array(rule), deny: fc.array(rule), ask: fc.array(rule) });
    fc.assert(
      fc.property(lists, (permissions) =>
        expectSound(JSON.stringify({ permissions }), { format: 'claude', fileName: 'x' }),
      ),
      { numRuns: runs(300) },
    );
  });

  test('on any expression', () => {
    const expression = fc.string({ unit: fc.constantFrom(...'ab.*+?()[]{}|^$\\"1,-: s'.split('')), maxLength: 14 });
    const rule = fc.record({
      decision: fc.constantFrom('allow', 'deny', 'ask_user'),
      key: fc.constantFrom('commandRegex', 'argsPattern', 'commandPrefix'),
      expression,
    });
    fc.assert(
      fc.property(fc.array(rule), (rules) => {
        const text = rules
          .map(
            ({ decision, key, expression: written }) =>
              `[[rule]]\ntoolName = "run_shell_command"\ndecision = "${decision}"\npriority = 1\n${key} = ${JSON.stringify(written)}\n`,
          )
          .join('');
        expectSound(text, { format: 'gemini', fileName: 'x' });
      }),
      { numRuns: runs(300) },
    );
  });

  test('on any rules file', () => {
    const piece = fc.constantFrom(
      'prefix_rule(',
      'pattern',
      '=',
      '[',
      ']',
      '"git"',
      "'a",
      '"',
      ')',
      ',',
      '\n',
      ' ',
      'decision',
      '"forbidden"',
      '#',
      'x',
      'f"',
      '"""',
      '\\',
      ';',
      'None',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) =>
        expectSound(pieces.join(''), { format: 'codex', fileName: 'x' }),
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('large and deep', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => index);

  test.each([
    ['claude', JSON.stringify({ permissions: { allow: many.map((index) => `Bash(run ${index}:*)`) } }), 20_000],
    [
      'opencode',
      JSON.stringify({ permission: { bash: Object.fromEntries(many.map((index) => [`run ${index}`, 'deny'])) } }),
      20_000,
    ],
    ['codex', many.map((index) => `prefix_rule(pattern = ["run", "${index}"])\n`).join(''), 40_000],
    [
      'gemini',
      many
        .map(
          (index) =>
            `[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = "(?=x)\\\\1${index}"\ndecision = "${index % 2 === 0 ? 'ask_user' : 'deny'}"\npriority = 1\n`,
        )
        .join(''),
      1,
    ],
    ['caliban', `[permissions]\ndeny = [${many.map((index) => `"Bash:run ${index}"`).join(',')}]`, 20_000],
  ] as const)('%s', (as, text, count) => {
    expect(imported(text, { format: as }).rules).toHaveLength(count);
  });

  test.each([
    ['[', 'json'],
    ['{"a":', 'json'],
    ['[[', 'toml'],
    ['a = [', 'toml'],
    ['prefix_rule(pattern = [', 'rules'],
    ['(', 'rules'],
  ])('a hundred thousand times `%s`', (text, ending) => {
    expect(problem(text.repeat(100_000), { fileName: `x.${ending}` })).toHaveProperty('message');
  });

  test.each([
    [
      'claude',
      JSON.stringify({
        permissions: {
          deny: [
            `Read(${'/**'.repeat(50_000)}x)`,
            `Bash(${'* '.repeat(50_000)})`,
            `Edit(${'['.repeat(50_000)})`,
            `Read(${'{'.repeat(20_000)})`,
          ],
        },
      }),
    ],
    [
      'opencode',
      JSON.stringify({
        permission: {
          edit: { [`${'*a'.repeat(20)}`]: 'deny' },
          ['*'.repeat(1000)]: 'ask',
          ['a_'.repeat(5000)]: 'deny',
          ['*a'.repeat(5000)]: 'deny',
        },
      }),
    ],
    [
      'gemini',
      `[[rule]]\ntoolName = "run_shell_command"\ndecision = "deny"\npriority = 1\ncommandRegex = "${'('.repeat(25)}a${'{8})'.repeat(25)}"`,
    ],
    [
      'gemini',
      `[[rule]]\ntoolName = "write_file"\ndecision = "deny"\npriority = 1\nargsPattern = '"file_path":"${'(a|b)?'.repeat(300)}'`,
    ],
    ['gemini', `[[rule]]\ntoolName = "${'a_'.repeat(20_000)}"\ndecision = "deny"\npriority = 1\n`],
    ['codex', `prefix_rule(pattern = [${'["a","b"],'.repeat(5000)}], decision = "forbidden")`],
  ] as const)('one long %s rule', (as, text) => {
    expect(imported(text, { format: as }).format).toBe(as);
  });

  test('a file beyond all measure', () => {
    expect(problem(' '.repeat(16 * 1024 * 1024 + 1))).toEqual({
      message: 'the file is larger than 16 MiB; no policy is',
    });
  });
});

describe('odd text', () => {
  test('bytes that are not text are pointed out', () => {
    const file = imported('{"permissions": {"deny": ["Bash(rm \ufffd)"]}}', { format: 'claude' });
    expect([lines(file), file.notices.at(-1)]).toEqual([
      ['deny Bash(rm \ufffd)'],
      'the file has bytes that are not text; look at the rules that show \ufffd',
    ]);
  });

  test('`__proto__` is a name like any other', () => {
    expect(
      lines(imported('{"permission": {"__proto__": "deny", "bash": {"__proto__": "ask"}}}', { format: 'opencode' })),
    ).toEqual(['ask Bash:__proto__', 'deny __proto__']);
    expect(problem('__proto__ = 1', { format: 'gemini' })).toMatchObject({ line: 1 });
  });

  test('a byte order mark and Windows line ends', () => {
    expect(lines(imported('\ufeff[[permissions.rules]]\r\npattern = "Bash"\r\naction = "ask"\r\n'))).toEqual([
      'ask Bash',
    ]);
    expect(lines(imported('\ufeffprefix_rule(pattern = ["a"])\r\n', { format: 'codex' }))).toEqual([
      'allow Bash:a',
      'allow Bash:a *',
    ]);
  });

  test('the wrong format says so', () => {
    expect(problem('a = 1', { format: 'gemini', fileName: 'x.json' })).toMatchObject({ line: 1 });
    expect(problem('a = 1', { format: 'claude' })).toMatchObject({ line: 1 });
  });
});
