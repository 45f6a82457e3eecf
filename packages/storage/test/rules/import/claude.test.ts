import { describe, expect, test } from 'vitest';
import { imported, lines, losses } from './helpers.ts';

function claude(permissions: object, settingsDirectory?: string) {
  return imported(JSON.stringify({ permissions }), {
    format: 'claude',
    ...(settingsDirectory === undefined ? {} : { settingsDirectory }),
  });
}

const READS = 'Read|Grep|Glob';
const EDITS = 'Edit|Write|MultiEdit|NotebookEdit';

describe('commands', () => {
  test.each([
    ['Bash', ['allow Bash']],
    ['Bash()', ['allow Bash']],
    // Its own text, where that means the same here.
    ...[
      ...[
        'Bash(*)',
        'Bash(npm run build)',
        'Bash(git:*)',
        'Bash(npm run test *)',
        'Bash(npm run test **)',
        'Bash(ls*)',
      ],
      ...['Bash(* --version)', 'Bash(git:* push)', 'Bash(what?)', 'Bash(echo \\(hi\\))', 'Bash(awk \\\\n)'],
      ...['Bash(~/bin/run:*)', 'Bash(timeout=5 x, y)'],
    ].map((text): [string, string[]] => [text, [`allow ${text}`]]),
    ['Bash(* --help *)', ['allow Bash:* --help *']], // whether the bare form counts is not said: the narrow reading
    ['Bash( git log )', ['allow Bash:git log']], // commands have no blanks around them
  ])('allow `%s`', (rule, expected) => {
    expect(lines(claude({ allow: [rule] }))).toEqual(expected);
  });

  test.each([
    ['Bash(* --help *)', ['deny Bash(* --help *)']],
    ['Bash( rm *)', ['deny Bash:rm', 'deny Bash:rm *']],
    ['Bash( )', ['ask Bash']],
    ['Bash(run_in_background:true)', ['deny Bash:run_in_background=true']],
    [
      'Bash(run_in_background : *)',
      ['deny Bash:run_in_background=*', 'deny Bash:run_in_background', 'deny Bash:run_in_background *'],
    ],
    ['PowerShell', ['deny PowerShell']],
    ['PowerShell(Remove-Item *)', ['deny Bash:Remove-Item', 'deny Bash:Remove-Item *']],
  ])('deny `%s`', (rule, expected) => {
    expect(lines(claude({ deny: [rule] }))).toEqual(expected);
  });
});

describe('paths', () => {
  test.each([
    ['Read(//etc/hosts)', ['allow Read(//etc/hosts)']],
    ['Read(~/docs/**)', ['allow Read(~/docs/**)']],
    ['Edit(/src/**)', ['allow Edit(/src/**)']],
    ['Edit(src/**)', ['allow Edit(src/**)']],
    ['Edit(src/components/**)', ['allow Edit(src/components/**)']],
    ['Edit(**/src/**)', ['allow Edit(**/src/**)']],
    ['Edit(./notes.md)', ['allow Edit(./notes.md)']],
    ['Edit(*.md)', ['allow Edit(*.md)']],
    ['Edit(docs/)', ['allow Edit(docs/)']],
    ['Edit(*)', [`allow ${EDITS}:**`]], // everything below the workspace, not everything
    ['Edit(/**)', ['allow Edit(/**)']],
    ['Edit(//**)', ['allow Edit(//**)']],
    ['Edit(src/{a,b}.ts)', ['allow Edit(src/{a,b}.ts)']],
    ['Edit(src/[ab].ts)', ['allow Edit(src/[ab].ts)']],
    ['Edit(src/[ab.ts)', ['allow Edit(src/[ab.ts)']],
    ['Edit(a=b)', ['allow Edit(a=b)']],
    ['Edit(~draft)', ['allow Edit(~draft)']],
    ['Edit', ['allow Edit|MultiEdit']],
    ['Read', ['allow Read']],
    ['Write', ['allow Write']],
  ])('allow `%s`', (rule, expected) => {
    expect(lines(claude({ allow: [rule] }))).toEqual(expected);
  });

  test.each([
    ['Read(.env)', ['deny Read(.env)', 'deny Edit|Write|MultiEdit:.env{,/}']], // who may not read may not edit
    ['Read(./.env)', ['deny Read(./.env)', 'deny Edit|Write|MultiEdit:./.env{,/}']],
    ['Read(secrets/**)', [`deny ${READS}|Edit|Write|MultiEdit:secrets{,/}`]], // at any depth, and the directory itself
    ['Edit(src/secrets/**)', [`deny ${EDITS}:src/secrets{,/}`]],
    ['Edit(*.pem)', [`deny ${EDITS}:*.pem{,/}`]],
    ['Edit(x.pem)', ['deny Edit(x.pem)']],
    ['Edit(*)', [`deny ${EDITS}`]],
    ['Edit', [`deny ${EDITS}`]],
    ['Write(docs/**)', ['deny Write:docs{,/}']], // never consulted there, meant all the same
    ['Glob(docs/**)', ['deny Glob:docs{,/}']],
  ])('deny `%s`', (rule, expected) => {
    expect(lines(claude({ deny: [rule] }))).toEqual(expected);
  });

  test('ask `Read(x)` is about reading alone', () => {
    expect(lines(claude({ ask: ['Read(x)'] }))).toEqual(['ask Read(x)']);
  });

  test("`/path` starts at the settings file's place", () => {
    expect(lines(claude({ deny: ['Edit(/secrets/**)'] }, '~/.claude'))).toEqual([
      `deny ${EDITS}:~/.claude/secrets{,/}`,
    ]);
  });
});

describe('web, servers, agents and other tools', () => {
  test.each([
    ['WebFetch', ['allow WebFetch']],
    ['WebFetch(domain:Example.com.)', ['allow WebFetch(domain:Example.com.)']],
    ['WebFetch(domain:*.example.com)', ['allow WebFetch(domain:*.example.com)']],
    ['WebFetch(domain:*)', ['allow WebFetch:*://*']],
    ['WebFetch(domain:example.*)', []],
    ['mcp__forge', ['allow mcp__forge']],
    ['mcp__forge__*', ['allow mcp__forge__*']],
    ['mcp__forge__open', ['allow mcp__forge__open']],
    ['mcp__forge__get_*', ['allow mcp__forge__get_*']],
    ['mcp__*', []], // Claude Code ignores it too
    ['*', []],
    ['Task', ['allow Agent']],
    ['Task(Explore)', ['allow Agent(Explore)']],
    ['Agent(my-agent)', ['allow Agent(my-agent)']],
    ['WebSearch', ['allow WebSearch']],
    ['Skill(deploy:*)', []],
    ['Bash:ls', []], // not how Claude Code writes it
  ])('allow `%s`', (rule, expected) => {
    expect(lines(claude({ allow: [rule] }))).toEqual(expected);
  });

  test.each([
    ['WebFetch(domain:*)', ['deny WebFetch']],
    [
      'WebFetch(domain:example.*)',
      ['://example.*', '://example.*/*', '://example.*:*'].map((url) => `deny WebFetch:*${url}`),
    ],
    ['WebFetch(https://evil.test/*)', ['deny WebFetch:https://evil.test/*']],
    ['mcp__*', ['deny mcp__*']],
    ['*', ['deny *']],
    ['mcp__forge__open(draft:true)', ['deny mcp__forge__open:draft=true']],
    ['Agent(model:opus)', ['deny Agent:model=opus']],
    ['Agent(isolation:worktree)', ['ask Agent']], // caliban knows no such field: asked about instead
    ['Skill(deploy:*)', ['ask Skill']],
    ['Bash(command:rm *)', []], // Claude Code ignores it
    ['Cd(~/x)', []],
  ])('deny `%s`', (rule, expected) => {
    expect(lines(claude({ deny: [rule] }))).toEqual(expected);
  });
});

describe('order', () => {
  test('deny, then ask, then allow, wherever they are', () => {
    const file = claude({
      allow: ['Bash(git:*)'],
      ask: ['Bash(git push:*)'],
      deny: ['Bash(git push --force:*)', 'Skill(x)'],
    });
    expect(lines(file)).toEqual([
      'deny Bash(git push --force:*)',
      'ask Skill',
      'ask Bash(git push:*)',
      'allow Bash(git:*)',
    ]);
  });
});

describe('commands that Claude Code sees inside others', () => {
  test('a denied command behind a wrapper is asked about where an allow would let it through', () => {
    expect(lines(claude({ allow: ['Bash'], deny: ['Bash(rm:*)'] }))).toEqual([
      'deny Bash(rm:*)',
      'ask Bash:* rm',
      'ask Bash:* rm *',
      'allow Bash',
    ]);
  });

  test('a denied file named in a command, too', () => {
    expect(
      lines(claude({ allow: ['Bash(cat:*)'], deny: ['Edit(//etc/**)', 'Edit(**/.env)'] })).filter((line) =>
        line.includes('Bash'),
      ),
    ).toEqual(['ask Bash:cat *etc/*', 'ask Bash:cat *.env*', 'allow Bash(cat:*)']);
  });

  test('of the commands that read files there, those that are allowed; `git fetch` names no `etc`', () => {
    const all = lines(claude({ allow: ['Bash'], deny: ['Edit(/build/**)'] })).filter((line) => line.startsWith('ask'));
    expect(all).toEqual(['cat', 'head', 'tail', 'sed'].map((program) => `ask Bash:${program} *build/*`));
  });

  test('nothing is added where no allow reaches so far', () => {
    const file = claude({ allow: ['Bash(git:*)'], deny: ['Bash(rm:*)', 'Edit(.env)'] });
    expect(lines(file).filter((line) => line.startsWith('ask'))).toEqual([]);
    expect(file.notices).toHaveLength(2);
  });
});

describe('modes and other settings', () => {
  test.each([
    ['default', 'default', 0],
    ['manual', 'default', 0],
    ['acceptEdits', 'acceptEdits', 0],
    ['plan', 'plan', 0],
    ['dontAsk', 'default', 1], // it denies there and allows here
    ['bypassPermissions', undefined, 1],
    ['yolo', undefined, 1],
  ])('defaultMode %s → %s', (written, mode, notices) => {
    const file = claude({ defaultMode: written });
    expect([file.defaultMode, file.notices.length]).toEqual([mode, notices]);
  });

  test('entries without an equivalent are reported with their line', () => {
    const text = '{\n "permissions": {\n  "additionalDirectories": ["../x"],\n  "disableAutoMode": "disable" } }';
    const file = imported(text, { format: 'claude' });
    expect(file.notCarriedOver.map(({ what, line }) => [what, line])).toEqual([
      ['permissions.additionalDirectories', 3],
      ['permissions.disableAutoMode', 4],
    ]);
  });
});

describe('the report', () => {
  test('an allow that cannot be said is left out, with its line and why', () => {
    const file = imported('{"permissions":\n{"allow": [\n"Bash(ls)",\n"Skill(x)"]}}', { format: 'claude' });
    expect(file.notCarriedOver).toEqual([
      {
        what: 'allow `Skill(x)`',
        why: 'caliban does not know what a call of Skill is about; left out, so such calls are asked about',
        line: 4,
      },
    ]);
  });

  test.each([
    [
      'deny',
      'Skill(x)',
      'deny `Skill(x)`: caliban does not know what a call of Skill is about; imported as ask `Skill`',
    ],
    [
      'deny',
      'Edit(../x)',
      'deny `Edit(../x)`: it would be `Edit(../x)` here, but `..` never stands in a judged path; write the path it leads to; imported as ask `Edit|Write|MultiEdit|NotebookEdit`',
    ],
    ['deny', 'Bash(git', 'deny `Bash(git`: it is not a rule of the form `Tool` or `Tool(…)`'],
    [
      'allow',
      'Write(a)',
      'allow `Write(a)`: Claude Code judges what edits by `Edit(…)` alone and never looks at this rule; write `Edit(a)`',
    ],
  ])('%s `%s`', (action, rule, expected) => {
    expect(losses(claude({ [action]: [rule] }))).toContain(expected);
  });

  test.each([
    [{ allow: 'Bash' }, ['`allow`: it is text and must be a list']],
    [{ deny: { Bash: true } }, ['`deny`: it is an object and must be a list']],
    [{ ask: null, allow: ['Bash'] }, ['`ask`: it is a mere value and must be a list']],
    [{ deny: [1, 'Bash', {}] }, ['an entry of `deny`: it is not text', 'an entry of `deny`: it is not text']],
  ])('lists that are not lists and rules that are not text: %j', (permissions, expected) => {
    expect(losses(claude(permissions))).toEqual(expected);
  });

  test('a file without permissions', () => {
    expect(imported('{"model": "x"}', { format: 'claude' }).notices).toEqual(['the file has no `permissions`']);
  });
});
