import { formatPattern, type Rule } from '@caliban/gate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claudePermissions } from '../../../src/rules/export/claude-permissions.ts';
import { claudeSays } from '../import/emulators/claude.ts';
import { bash, type Call, file, ours, severity } from '../import/emulators/decisions.ts';
import { imported, lines } from '../import/helpers.ts';
import { rulesOf } from './helpers.ts';

const permissions = (...texts: readonly string[]) => claudePermissions(rulesOf(...texts)).permissions;

function losses(...texts: readonly string[]): readonly string[] {
  return claudePermissions(rulesOf(...texts)).notCarriedOver.map(({ what, why }) => `${what}: ${why}`);
}

describe('said exactly', () => {
  test.each([
    [['allow Bash'], { allow: ['Bash'] }],
    [['allow Bash:*'], { allow: ['Bash'] }],
    [['allow Bash:git status'], { allow: ['Bash(git status)'] }],
    [['allow Bash:git', 'allow Bash:git *'], { allow: ['Bash(git *)'] }],
    [['allow Bash:ls*'], { allow: ['Bash(ls*)'] }],
    [['allow Bash:echo (a)'], { allow: ['Bash(echo \\(a\\))'] }],
    [['allow Bash:~--version'], { allow: ['Bash(*--version*)'] }],
    [['deny mcp__forge__*'], { deny: ['mcp__forge__*'] }],
    [['allow mcp__forge__get_*'], { allow: ['mcp__forge__get_*'] }],
    [['ask *'], { ask: ['*'] }],
    [['deny mcp__forge__open:draft=true'], { deny: ['mcp__forge__open(draft:true)'] }],
    [['allow Agent:subagent_type=Explore'], { allow: ['Agent(Explore)'] }],
    [['allow Read:~/docs/**'], { allow: ['Read(~/docs/**)'] }],
    [['allow Edit:src/**', 'allow Write:src/**', 'allow NotebookEdit:src/**'], { allow: ['Edit(/src/**)'] }],
    [['allow WebFetch:*://*'], { allow: ['WebFetch(domain:*)'] }],
    [
      ['a.test', 'a.test/*', 'a.test:*'].map((url) => `allow WebFetch:*://${url}`),
      { allow: ['WebFetch(domain:a.test)'] },
    ],
  ])('%j', (texts, expected) => {
    expect(permissions(...texts)).toEqual(expected);
  });

  test.each([
    ['/etc/hosts', ['Read(//etc/hosts)']],
    ['~/x', ['Read(~/x)']],
    ['src/*.ts', ['Read(/src/*.ts)']],
    ['*.md', ['Read(/**/*.md)']],
    ['docs/', ['Read(/**/docs/**)']],
    ['./x{,/}', ['Read(/x)']], // a path takes along what is below it
    ['a/{b,c}', ['Read(/a/b)', 'Read(/a/c)']],
    ['v[!0-9a].txt', ['Read(/**/v[!0-9a].txt)']],
    ['a/\\*', ['Read(/a/\\\\*)']],
    ['**', ['Read(/**)']],
  ])('path %s', (glob, expected) => {
    expect(permissions(`allow Read:${glob}`)).toEqual({ allow: expected });
  });
});

describe('said more broadly, or left out', () => {
  test.each([
    [['deny Bash:git *'], { deny: ['Bash(git *)'] }, 'there it also matches the command without arguments'],
    [['allow Bash:git *'], { allow: ['Bash(git *)'] }, 'there it also matches the command without arguments'],
    [['deny Bash:ls ?'], { deny: ['Bash(ls *)'] }, 'Claude Code has no `?`'],
    [['allow Bash:ls ?'], {}, 'left out'],
    [['allow Bash:echo \\*'], {}, 'left out'],
    [['deny Bash:x:*'], { deny: ['Bash(x*)'] }, 'takes `:*` at the end for any arguments'],
    [['deny Bash:~rm '], { deny: ['Bash(*rm *)'] }, 'looks at each command of a line by itself'],
    [['deny Write:x'], { deny: ['Edit(/**/x)'] }, 'there it also applies to Edit, NotebookEdit'],
    [['allow Write:x'], {}, 'left out'],
    [['allow Grep:x'], {}, 'left out'],
    [['deny Read:x'], { deny: ['Read(/**/x)'] }, 'there it also applies to Grep, Glob, Edit, Write'],
    [['allow *'], {}, 'only behind `mcp__server__`'],
    [['allow mcp__*'], {}, 'left out'],
    [['allow *Edit:src/**'], {}, 'left out'],
    [['deny *Edit:src/**'], { deny: ['Edit(/src/**)'] }, 'no wildcard over tools together with what they are about'],
    [['deny mcp__a__b:x.y=1'], { ask: ['mcp__a__b'] }, 'one plain input field at a time'],
    [['deny mcp__a__b:x=1,y=2'], { ask: ['mcp__a__b'] }, 'one plain input field at a time'],
    [['allow mcp__a__b:x=1'], {}, 'left out'],
    [['deny WebFetch:https://evil.test/x*'], { deny: ['WebFetch(domain:evil.test)'] }, 'by its host alone'],
    [['allow WebFetch:https://docs.test/*'], {}, 'left out'],
    [['deny WebFetch:http*'], { ask: ['WebFetch'] }, 'by its host alone'],
  ])('%j', (texts, expected, why) => {
    expect(permissions(...texts)).toEqual(expected);
    expect(losses(...texts).join('\n')).toContain(why);
  });

  test('an allow above a deny loses its place', () => {
    expect(losses('allow Bash:git push', 'deny Bash:git push*', 'deny Bash:rm')).toEqual([
      'allow `Bash:git push` above deny `Bash:git push*`: Claude Code has no order: there deny wins where both match',
    ]);
    expect(losses('allow Bash:git', 'deny Bash:rm', 'ask Bash:gitk')).toEqual([]);
  });

  test('comments and reasons have no place', () => {
    const [first] = rulesOf('ask Bash') as [Rule];
    const { notCarriedOver } = claudePermissions([{ ...first, comment: 'c' }]);
    expect(notCarriedOver.map(({ what }) => what)).toEqual(['comment, reason or expires_at of one rule']);
  });

  test('a question that the user of Claude Code alone may not answer is a deny there', () => {
    const [first] = rulesOf('ask Bash:deploy *') as [Rule];
    const { permissions: lists, notCarriedOver } = claudePermissions([{ ...first, approvals: 2 }]);
    expect(lists).toEqual({ deny: ['Bash(deploy *)'] });
    expect(notCarriedOver.map(({ why }) => why).join()).toContain('several people, or someone else, have to allow it');
  });

  test('a path of the workspace applies only in a project', () => {
    expect(losses('allow Read:src/x', 'allow Grep:src/x', 'allow Glob:src/x')).toEqual([
      "paths relative to the workspace: they apply in a project's `.claude/settings.json`; in the user's own file `/` means `~/.claude`",
    ]);
  });
});

describe('there and back', () => {
  test.each([
    [
      {
        deny: ['Bash(rm *)', 'Read(/.env)', 'WebFetch(domain:a.test)'],
        allow: ['Bash(git status)', 'mcp__forge__*', 'Edit(/src/**)'],
      },
    ],
    [{ ask: ['Bash(git push *)', 'Agent(Plan)', 'Read(~/.ssh)'] }],
  ])('%j', (written) => {
    const { rules } = imported(JSON.stringify({ permissions: written }), { format: 'claude' });
    expect(permissions(...rules.map(({ action, pattern }) => `${action} ${pattern}`))).toEqual(written);
  });
});

describe('decisions (emulated)', () => {
  const RULES = [
    ...[
      'Bash',
      'Bash:git',
      'Bash:git *',
      'Bash:git push *',
      'Bash:rm *',
      'Bash:~rm',
      'Bash:l?',
      'Bash:ls*',
      'Bash:git status',
    ],
    ...[
      'Edit:src/**',
      'Write:src/**',
      'NotebookEdit:src/**',
      'Edit:*.md',
      'Write:*.md',
      'Read:.env',
      'Grep:.env',
      'Edit:./x{,/}',
      'Write',
      'Edit',
    ],
  ].flatMap((pattern) => ['allow', 'ask', 'deny'].map((action) => `${action} ${pattern}`));
  // `rm y`: the file is one that no rule names, because a path rule binds commands here and only some of them there.
  const calls: readonly Call[] = [
    ...['git', 'git status', 'git push y', 'rm', 'rm y', 'ls', 'lsof', 'confirm y', 'make'].map(bash),
    ...['src/a.ts', 'a.md', '.env', 'x', 'x/y', 'b.ts'].flatMap((path) =>
      ['Read', 'Edit', 'Write', 'NotebookEdit'].map((tool) => file(tool, path)),
    ),
  ];

  test('Claude Code, with what was exported, is never weaker', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(RULES, { maxLength: 8 }), (texts) => {
        const rules = rulesOf(...texts);
        const here = ours(rules.map(({ pattern, action }) => ({ pattern: formatPattern(pattern), action })));
        const there = permissions(...texts);
        // All that an allow gains: the command without arguments, and searching what may be read.
        const weaker = calls.filter(
          (call) =>
            severity(claudeSays(there, call)) < severity(here(call)) &&
            call.input.command !== 'git' &&
            call.input.command !== 'rm',
        );
        expect([texts, weaker]).toEqual([texts, []]);
      }),
      { numRuns: 300 },
    );
  });

  test('every exported text is one Claude Code reads, and so does the import', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(RULES, { maxLength: 8 }), (texts) => {
        const text = JSON.stringify({ permissions: permissions(...texts) });
        expect(imported(text, { format: 'claude' }).notCarriedOver).toEqual([]);
        expect(lines(imported(text, { format: 'claude' }))).toBeDefined();
      }),
    );
  });
});
