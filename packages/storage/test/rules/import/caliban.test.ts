import { describe, expect, test } from 'vitest';
import { imported, lines, problem } from './helpers.ts';

describe('every form of our own', () => {
  test.each([
    [
      'canonical',
      '[[permissions.rules]]\npattern = "Bash:git *"\naction = "Allow"\n[[permissions.rules]]\ntool = "Write"\naction = "deny"',
      ['allow Bash:git *', 'deny Write'],
    ],
    [
      'buckets',
      '[permissions]\nallow = ["Bash:git *"]\nask = ["Bash"]\ndeny = ["Bash:rm *"]',
      ['deny Bash:rm *', 'ask Bash', 'allow Bash:git *'],
    ],
    ['version 1', '[[rule]]\ntool = "Bash"\naction = "ask"\ncomment = "c"', ['ask Bash']],
    ['version 1, plural', '[[rules]]\ntool = "Bash"\naction = "ask"', ['ask Bash']],
    [
      'buckets in JSON',
      '{"permissions": {"deny": ["Bash:rm *"], "allow": ["Read"]}}',
      ['deny Bash:rm *', 'allow Read'],
    ],
    ['exported JSON', '[{"pattern": "Bash", "action": "ask"}]', ['ask Bash']],
    ['the list in JSON', '{"permissions": {"rules": [{"pattern": "Bash", "action": "ask"}]}}', ['ask Bash']],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => {
    const file = imported(text, { format: 'caliban' });
    expect([file.format, lines(file)]).toEqual(['caliban', expected]);
  });

  test('comment, reason and expires_at come along', () => {
    const text = `[[permissions.rules]]
pattern = "Bash:~rm *"
action = "deny"
comment = "c"
reason = "use git revert"
expires_at = "2027-01-01T00:00:00Z"`;
    expect(imported(text).rules).toEqual([
      {
        pattern: 'Bash:~rm *',
        action: 'deny',
        comment: 'c',
        reason: 'use git revert',
        expiresAt: '2027-01-01T00:00:00Z',
      },
    ]);
  });

  test('duplicate rules stay duplicates', () => {
    expect(lines(imported('[permissions]\ndeny = ["Bash", "Bash"]'))).toEqual(['deny Bash', 'deny Bash']);
  });

  test('settings beside the rules are named', () => {
    const file = imported('[permissions]\nenforce = true\nallow = ["Read"]');
    expect(file.notCarriedOver.map(({ what }) => what)).toEqual(['permissions.enforce']);
  });

  test.each([
    ['# why\n[permissions]\nallow = ["Read"] # too\n', ['2 comments']],
    ['[permissions]\nallow = ["Bash:echo #"]\n', []],
    ['[{"pattern": "Bash:echo #", "action": "ask"}]', []],
  ])('comments that stay behind are counted: %j', (text, told) => {
    expect(imported(text, { format: 'caliban' }).notCarriedOver.map(({ what }) => what)).toEqual(told);
  });
});

describe('half a policy is not imported', () => {
  test.each([
    [
      '[[permissions.rules]]\npattern = "Bash"\naction = "ask"\n[[permissions.rules]]\npattern = "Bash:"\naction = "ask"',
      { line: 4 },
    ],
    [
      '[[permissions.rules]]\npattern = "Bash"\naction = "alow"',
      { line: 1, message: 'unknown action `alow`; expected allow, deny or ask' },
    ],
    ['[\n {"pattern": "Bash", "action": "ask"},\n {"pattern": "Bash",\n "action": 1}]', { line: 4 }],
    ['[{"pattern": "Bash", "action": "ask", "extra": 1}]', { line: 1 }],
    ['{"permissions": {"allow": [\n"Bash(x"]}}', { line: 2 }],
    ['[1]', { line: 1 }],
    ['{"permissions": 5}', { message: '`permissions` is a number; write a `[permissions]` table', line: 1 }],
    ['"text"', { line: 1 }],
    ['a = ', { line: 1 }],
  ])('%s', (text, expected) => {
    expect(
      problem(text, {
        format: 'caliban',
        fileName: text.startsWith('a') || text.startsWith('[[') ? 'x.toml' : 'x.json',
      }),
    ).toMatchObject(expected);
  });
});
