import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BYPASS_CASES, expectedMatch, MATCH_CASES, MODE_CASES, VERDICT_CASES } from './cases.ts';

const PROGRAM = fileURLToPath(new URL('../packages/cli/dist/bundle/caliban.cjs', import.meta.url));

type Answer = { action?: string | null; pattern?: string | null; because?: string; error?: string };

/** The same tables through the built program: one process, one line a case. */
function perms(lines: readonly unknown[], ...flags: readonly string[]): Answer[] {
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { stdout } = spawnSync(process.execPath, [PROGRAM, 'perms', 'test', '--batch', '-', ...flags], {
    input,
    encoding: 'utf8',
    // The rules of this machine are not what is tested.
    env: {
      ...process.env,
      XDG_CONFIG_HOME: '/nonexistent',
      CALIBAN_MANAGED_DIR: '/nonexistent',
      CALIBAN_DEFAULT_PERMISSION_MODE: '',
    },
    maxBuffer: 64 << 20,
  });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}

describe('caliban perms test --batch', () => {
  test('grammar: the pattern matches the call', () => {
    const answers = perms(
      MATCH_CASES.map(({ pattern, ...call }) => ({ ...call, rules: [{ pattern, action: 'deny' }] })),
      '--no-defaults',
    );
    const wrong = MATCH_CASES.filter((row, index) => {
      const { action, error } = answers[index] as Answer;
      const expected = expectedMatch(row);
      return error === undefined ? (action === 'deny') !== expected : expected === true;
    });
    expect(wrong).toEqual([]);
  });

  test('verdicts: the first rule that matches decides', () => {
    const answers = perms(VERDICT_CASES, '--no-defaults');
    VERDICT_CASES.forEach((row, index) => {
      const { action, pattern, error } = answers[index] as Answer;
      if (row.expect === 'load-error') expect(error).toContain('bad pattern');
      else
        expect({ action, pattern }).toEqual({
          action: row.expect.action,
          pattern: row.rules[row.expect.ruleIndex]?.pattern,
        });
    });
  });

  test('modes: only an ask is overruled', () => {
    // Without a session there is no latch: the rows that need one are the mode filter's own.
    const rows = MODE_CASES.filter(({ bypassLatched }) => !bypassLatched);
    const answers = perms(
      rows.map(({ mode, ruleAction, tool }) => ({
        tool,
        mode,
        input: { path: 'src/a', url: 'https://a.test/', command: 'x' },
        workspace: '/repo',
        rules: [{ pattern: tool, action: ruleAction }],
      })),
    );
    const wrong = rows.filter(({ expect: expected }, index) => {
      const { action, because } = answers[index] as Answer;
      return expected === 'classify' ? because !== 'classifier' : action !== expected;
    });
    expect(wrong).toEqual([]);
  });

  test('bypass corpus', () => {
    const answers = perms(BYPASS_CASES.map((row) => ({ ...row, workspace: '/repo' })));
    const wrong = BYPASS_CASES.filter(({ must }, index) => {
      const { action } = answers[index] as Answer;
      return must === 'not-allow' ? action !== 'ask' && action !== 'deny' : action !== must;
    });
    expect(wrong.map(({ id, must }, index) => ({ id, must, got: answers[index] }))).toEqual([]);
  });
});
