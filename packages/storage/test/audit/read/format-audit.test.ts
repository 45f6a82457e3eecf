import { describe, expect, test } from 'vitest';
import { displayWidth, fitTo } from '../../../src/audit/read/display-width.ts';
import { auditHeader, formatAudit } from '../../../src/audit/read/format-audit.ts';
import { entry } from '../helpers/entries.ts';

const TABLE = { width: 100 };

test('columns of a terminal', () => {
  const lines = [
    auditHeader(TABLE),
    formatAudit({ entry: entry() }, TABLE),
    formatAudit(
      {
        entry: entry({
          tool_name: 'mcp__github__create_pull_request',
          input: { command: 'echo \u001b[2Jhidden\n rm -rf ~ and so on and so on' },
          action: 'ask',
          outcome: 'deny',
          rule: undefined,
          because: {
            kind: 'operator',
            answer: 'reject once',
            by: 'operator',
            over: { action: 'ask', because: { kind: 'no-rule' } },
          },
        }),
      },
      TABLE,
    ),
    formatAudit(
      {
        entry: entry({
          tool_name: 'WebFetch',
          input: { url: 'https://漢字.test/漢字漢字漢字漢字' },
          outcome: 'handed-over',
        }),
        answer: 'ran',
      },
      TABLE,
    ),
    formatAudit(
      { entry: entry({ tool_name: 'Read', input: { path: '/repo/packages/storage/src/audit/read/format-audit.ts' } }) },
      TABLE,
    ),
    formatAudit(
      { entry: entry({ outcome: 'handed-over' }), answer: 'refused' },
      { ...TABLE, showsHost: true, showsProject: true },
    ),
  ];
  expect(lines).toEqual([
    'time                 outcome      tool       call                                 because',
    '2026-11-15 09:30:00  allow        Bash       git status                           Bash:git *',
    '2026-11-15 09:30:00  deny         mcp__git…  echo \\e[2Jhidden\\n rm -rf ~ and so…  operator: reject …',
    '2026-11-15 09:30:00  asked: ran   WebFetch   https://漢字.test/漢字漢字漢字漢字   Bash:git *',
    '2026-11-15 09:30:00  allow        Read       …age/src/audit/read/format-audit.ts  Bash:git *',
    '2026-11-15 09:30:00  asked: no    claude…  repo      Bash       git status        Bash:git *',
  ]);
});

test.each([40, 60, 80, 120, 200])('never wider than a terminal of %i columns, if that has 60', (width) => {
  const input = { command: '漢\u0000字'.repeat(300) };
  const because = { kind: 'fault', message: 'x'.repeat(500) } as const;
  expect(
    displayWidth(formatAudit({ entry: entry({ input, because, tool_name: 'y'.repeat(99) }) }, { width })),
  ).toBeLessThanOrEqual(Math.max(width, 60));
});

test('without a width nothing is shortened', () => {
  const command = 'x'.repeat(300);
  expect(formatAudit({ entry: entry({ input: { command } }) })).toBe(
    `2026-11-15 09:30:00  allow        Bash  ${command}  Bash:git *`,
  );
});

describe('because', () => {
  const over = { action: 'ask', because: { kind: 'rule' } } as const;
  test.each<[Parameters<typeof entry>[0], string]>([
    [{ because: { kind: 'no-rule' } }, 'no rule matched'],
    [{ because: { kind: 'harmless' } }, 'harmless'],
    [{ because: { kind: 'opaque', problem: 'an unclosed quote' } }, 'unclear: an unclosed quote'],
    [{ because: { kind: 'mode', mode: 'plan', over } }, 'plan mode'],
    [
      { because: { kind: 'classifier', verdict: 'soft_deny', source: 'Cache', reason: 'writes outside', over } },
      'auto mode (Cache): soft_deny, writes outside',
    ],
    [{ because: { kind: 'operator', answer: 'allow once', by: 'auto-allow', over } }, 'auto-allow: allow once'],
    [{ because: { kind: 'fault', message: 'out of memory' } }, 'fault: out of memory'],
    [{ because: { kind: 'hook', message: 'not on Sundays' } }, 'hook: not on Sundays'],
    [{ because: { kind: 'no-rule' }, mode: 'disabled' }, 'disabled (--no-permissions)'],
    [
      {
        because: {
          kind: 'called-off',
          message: 'it was cancelled',
          over: { action: 'allow', because: { kind: 'rule' } },
        },
      },
      'called off: it was cancelled',
    ],
    [{ part: { kind: 'command', text: 'rm x', number: 2, of: 3 } }, 'Bash:git * (part 2 of 3: rm x)'],
  ])('%j', (special, expected) => {
    expect(
      formatAudit({ entry: entry(special) })
        .split('  ')
        .at(-1),
    ).toBe(expected);
  });
});

test.each([
  ['abc', 3],
  ['漢字', 4],
  ['é', 1],
  ['e\u0301', 1],
  ['👍', 2],
  ['', 0],
])('`%s` takes %i columns', (text, columns) => {
  expect(displayWidth(text)).toBe(columns);
});

test.each([
  ['abc', 5, 'abc  '],
  ['abcdef', 4, 'abc…'],
  ['漢字漢', 4, '漢… '],
  ['abc', 0, ''],
])('`%s` in %i columns', (text, columns, expected) => {
  expect(fitTo(text, columns)).toBe(expected);
});
