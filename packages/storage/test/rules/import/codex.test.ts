import { describe, expect, test } from 'vitest';
import { imported, lines, losses, problem } from './helpers.ts';

const codex = (text: string) => imported(text, { format: 'codex' });

describe('prefix rules', () => {
  test.each(
    [
      ['prefix_rule(pattern=["git", "status"])', ['allow Bash:git status', 'allow Bash:git status *']],
      ['prefix_rule(["ls"], "forbidden")', ['deny Bash:ls', 'deny Bash:ls *']],
      ["prefix_rule(pattern = ['rm'], decision = 'forbidden',)", ['deny Bash:rm', 'deny Bash:rm *']],
      [
        'prefix_rule(pattern=["gh", ["pr", "issue"]], decision="prompt")',
        ['ask Bash:gh pr', 'ask Bash:gh pr *', 'ask Bash:gh issue', 'ask Bash:gh issue *'],
      ],
      [
        'prefix_rule(pattern=[["a", "b"], ["c"]])',
        ['allow Bash:a c', 'allow Bash:a c *', 'allow Bash:b c', 'allow Bash:b c *'],
      ],
      ['prefix_rule(pattern=["find", "*"], decision="forbidden")', ['deny Bash:find \\*', 'deny Bash:find \\* *']],
      ['prefix_rule(pattern=["echo", "a b"], decision="forbidden")', ['deny Bash:echo a b', 'deny Bash:echo a b *']], // a deny sees words without quotes
      ['prefix_rule(pattern=["echo", "a b"])', ["allow Bash:echo 'a b'", "allow Bash:echo 'a b' *"]], // an allow sees what is typed
      ['prefix_rule(pattern=["~/bin/x"])', ["allow Bash:'~/bin/x'", "allow Bash:'~/bin/x' *"]],
      [
        'X = ["git", "push"]\nD = "prompt"\nprefix_rule(pattern=X, decision=D)',
        ['ask Bash:git push', 'ask Bash:git push *'],
      ],
      ['prefix_rule(pattern=["a"], decision=None)', ['allow Bash:a', 'allow Bash:a *']],
      [
        String.raw`prefix_rule(pattern=["\x61\u0062", r"c\d"])`,
        [String.raw`allow Bash:ab 'c\\d'`, String.raw`allow Bash:ab 'c\\d' *`],
      ],
      [
        'prefix_rule(pattern=["""a"""]) # c\n# d\n\nprefix_rule(pattern=["b"]); prefix_rule(pattern=["c"])',
        ['allow Bash:a', 'allow Bash:a *', 'allow Bash:b', 'allow Bash:b *', 'allow Bash:c', 'allow Bash:c *'],
      ],
    ].slice(0, -1) as [string, string[]][],
  )('%s', (text, expected) => {
    expect(lines(codex(text))).toEqual(expected);
  });

  test('the strictest first, whatever the order', () => {
    const text =
      'prefix_rule(pattern=["a"])\nprefix_rule(pattern=["b"], decision="prompt")\nprefix_rule(pattern=["c"], decision="forbidden")';
    expect(lines(codex(text)).map((line) => line.split(' ')[0])).toEqual([
      'deny',
      'deny',
      'ask',
      'ask',
      'allow',
      'allow',
    ]);
  });

  test('a justification tells the model why, or the operator', () => {
    const text =
      'prefix_rule(pattern=["a"], decision="forbidden", justification="use b")\nprefix_rule(pattern=["c"], justification="fine")';
    expect(codex(text).rules).toEqual([
      { pattern: 'Bash:a', action: 'deny', reason: 'use b' },
      { pattern: 'Bash:a *', action: 'deny', reason: 'use b' },
      { pattern: 'Bash:c', action: 'allow', comment: 'fine' },
      { pattern: 'Bash:c *', action: 'allow', comment: 'fine' },
    ]);
  });

  test('match and not_match are tests of the rule, not part of it', () => {
    const text = `prefix_rule(
    pattern = ["gh", "pr", "view"],  # the prefix
    decision = "prompt",
    match = ["gh pr view 7888", ["gh", "pr", "view"]],
    not_match = [
        # options come later
        "gh pr --repo x view",
    ],
)`;
    expect(lines(codex(text))).toEqual(['ask Bash:gh pr view', 'ask Bash:gh pr view *']);
  });
});

describe('rules that are not carried over', () => {
  test.each([
    ['host_executable(name="git", paths=["/usr/bin/git"])', [], 1],
    [
      'network_rule(host="evil.test", protocol="https", decision="deny")',
      ['evil.test', 'evil.test/*', 'evil.test:*'].map((url) => `deny WebFetch:*://${url}`),
      1,
    ],
    ['network_rule(host="fine.test", protocol="https", decision="allow")', [], 1],
    ['prefix_rule(pattern=[], decision="forbidden")', ['ask Bash'], 1],
    ['prefix_rule(pattern=["a", 1])', [], 1],
    ['prefix_rule(pattern=NAMES + ["x"], decision="forbidden")', ['ask Bash'], 1], // would have to be computed: asked about instead
    ['prefix_rule(pattern=["a"], decision="maybe")', [], 1],
    ['for c in ["a", "b"]:\n    prefix_rule(pattern=[c], decision="forbidden")', ['ask Bash'], 2],
    ['for c in ["a"]:\n    prefix_rule(pattern=["x"])', [], 2],
    ['load("x", "y")', [], 1],
    ['prefix_rule(pattern=[f"{x}"], decision="prompt")', ['ask Bash'], 1],
  ])('%s', (text, expected, count) => {
    const file = codex(text);
    expect([lines(file), file.notCarriedOver.length]).toEqual([expected, count]);
  });

  test('with the line and what happened instead', () => {
    expect(codex('\n\nprefix_rule(pattern=f(), decision="forbidden")').notCarriedOver).toEqual([
      {
        what: 'prefix_rule ( pattern = f ( ) , decision = "forbidden" )',
        why: 'only plain calls are read; whatever rules this makes are missing; imported as ask `Bash`',
        line: 3,
      },
    ]);
  });

  test('too many commands', () => {
    const words = `[${'abcdefghijklmnopq'
      .split('')
      .map((letter) => `"${letter}"`)
      .join(',')}]`;
    expect(lines(codex(`prefix_rule(pattern=["x", ${words}, ${words}], decision="forbidden")`))).toEqual([
      'deny Bash:x',
      'deny Bash:x *',
    ]);
    expect(lines(codex(`prefix_rule(pattern=["x", ${words}, ${words}])`))).toEqual([]);
    expect(losses(codex(`prefix_rule(pattern=["x", ${words}, ${words}])`))[0]).toContain('289 commands');
  });
});

describe('files that cannot be read', () => {
  test.each([
    ['prefix_rule(pattern=["a"]', { message: 'not valid rules: `(` is never closed', line: 1, column: 12 }],
    ['\nprefix_rule(pattern=["a])', { message: 'not valid rules: a text is never closed', line: 2, column: 22 }],
    ['prefix_rule)', { message: 'not valid rules: `)` was never opened', line: 1, column: 12 }],
  ])('%s', (text, expected) => {
    expect(problem(text, { format: 'codex' })).toEqual(expected);
  });
});
