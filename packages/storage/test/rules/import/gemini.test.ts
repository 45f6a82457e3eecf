import { describe, expect, test } from 'vitest';
import { imported, lines, losses, problem } from './helpers.ts';

const gemini = (text: string) => imported(text, { format: 'gemini' });

function rule(action: string, fields: string): string {
  return `[[rule]]\n${fields}\ndecision = "${action}"\npriority = 100\n`;
}

describe('tools', () => {
  test.each([
    ['run_shell_command', ['allow Bash']],
    ['read_file', ['allow Read']],
    ['write_file', ['allow Write']],
    ['replace', ['allow Edit']],
    ['glob', ['allow Glob']],
    ['search_file_content', ['allow Grep']],
    ['web_fetch', ['allow WebFetch']],
    ['google_web_search', ['allow WebSearch']],
    ['write_todos', ['allow TodoWrite']],
    ['codebase_investigator', ['allow codebase_investigator']],
    ['*', ['allow *']],
    ['mcp_*', ['allow mcp__*']],
    ['mcp_forge_*', ['allow mcp__forge__*']],
    ['mcp_forge_open_issue', ['allow mcp__forge__open_issue']], // split at the first underscore, as there
    ['mcp_*_search', ['allow mcp__*__search']],
    ['forge__open', ['allow mcp__forge__open']],
    ['list_directory', []], // our Glob does more
  ])('%s', (tool, expected) => {
    expect(lines(gemini(rule('allow', `toolName = "${tool}"`)))).toEqual(expected);
  });

  test.each([
    ['mcpName = "forge"', ['deny mcp__forge__*']],
    ['mcpName = "my_forge"\ntoolName = "open"', ['deny mcp__my_forge__open']],
    ['mcpName = "*"\ntoolName = "*"', ['deny mcp__*__*']],
    ['toolName = ["write_file", "replace"]', ['deny Write', 'deny Edit', 'deny MultiEdit', 'deny NotebookEdit']],
    ['toolName = "list_directory"', ['ask Glob']],
    ['toolName = ["glob", "a:b"]', ['ask Glob', 'ask a?b']], // our patterns have no `:` in a name
    ['toolName = "list_directory"\nargsPattern = \'"dir_path":"/etc\'', ['deny Glob:/etc{*,*/**}']],
    ['', []],
  ])('deny %s', (fields, expected) => {
    expect(lines(gemini(rule('deny', fields)))).toEqual(expected);
  });
});

describe('commands', () => {
  test.each([
    ['commandPrefix = "git status"', ['allow Bash:git status', 'allow Bash:git status *']],
    ['commandPrefix = ["ls", "cat"]', ['allow Bash:ls', 'allow Bash:ls *', 'allow Bash:cat', 'allow Bash:cat *']],
    ['commandPrefix = "git "', ['allow Bash:git *']],
    ['commandPrefix = "rm -f *"', ['allow Bash:rm -f \\*', 'allow Bash:rm -f \\* *']],
    ['commandRegex = "git (commit|push)"', ['allow Bash:git commit*', 'allow Bash:git push*']],
    ['commandRegex = "npm (?:run )?test"', ['allow Bash:npm test*', 'allow Bash:npm run test*']],
    ["commandRegex = 'ls\\s+-l'", ['allow Bash:ls -l*']],
    ["commandRegex = 'make .*'", ['allow Bash:make *']],
    ["commandRegex = 'cat a\\.txt\"'", ['allow Bash:cat a.txt']], // the quote that closes the command
    ["commandRegex = 'v[0-3]'", ['allow Bash:v0*', 'allow Bash:v1*', 'allow Bash:v2*', 'allow Bash:v3*']],
    ["commandRegex = 'git\\b'", ['allow Bash:git', 'allow Bash:git *']],
    ["commandRegex = 'npm run \\w+'", []], // a glob would cross blanks
    ["commandRegex = 'rm (?!-rf)'", []],
    ["commandRegex = '^git status'", []], // never matches there
    ["commandRegex = 'git status$'", []],
    [`argsPattern = '"command":"git status"'`, ['allow Bash:git status']],
    [String.raw`argsPattern = '\"command\":\"git\ log'`, ['allow Bash:git log*']],
    [String.raw`argsPattern = '"command":"echo \\"hi\\""'`, ['allow Bash:echo "hi"']],
    [`argsPattern = 'rm -rf'`, []],
    [`argsPattern = '"command":"ls","dir_path":"/x"'`, []],
  ])('allow %s', (fields, expected) => {
    expect(lines(gemini(rule('allow', `toolName = "run_shell_command"\n${fields}`)))).toEqual(expected);
  });

  test.each([
    ["commandRegex = 'git\\b'", ['deny Bash:git*']],
    ["commandRegex = 'npm run \\w+'", ['deny Bash:npm run ?*']],
    ["commandRegex = 'rm (?!-i)'", ['deny Bash:rm *']],
    ["commandRegex = '^rm'", ['deny Bash:rm*']],
    ["commandRegex = 'rm$'", ['deny Bash:rm']],
    ["commandRegex = 'rm|dd'", ['deny Bash:rm*', 'deny Bash:*dd*']], // only the first is held to the start
    ["commandRegex = '(a+)+'", ['deny Bash:a*']],
    ["commandRegex = 'x\\1'", ['ask Bash']],
    ["commandRegex = '['", ['ask Bash']],
    [`argsPattern = 'rm -rf'`, ['deny Bash:~rm -rf']],
    [`argsPattern = '"command":"ls","dir_path":"/x"'`, ['deny Bash:ls']],
    ['commandPrefix = "rm -rf"\ndenyMessage = "permanent"', ['deny Bash:rm -rf', 'deny Bash:rm -rf *']],
  ])('deny %s', (fields, expected) => {
    expect(lines(gemini(rule('deny', `toolName = "run_shell_command"\n${fields}`)))).toEqual(expected);
  });

  test('a command needs the shell tool', () => {
    expect(lines(gemini(rule('deny', 'toolName = "read_file"\ncommandPrefix = "x"')))).toEqual(['ask Read']);
  });
});

describe('arguments of other tools', () => {
  test.each([
    ['allow', 'write_file', '"file_path":"src/a\\.ts"', ['allow Write:./src/a.ts']],
    ['allow', 'write_file', '"file_path":"src/', ['allow Write:./src/**']],
    ['allow', 'write_file', '"file_path":".*\\.md"', ['allow Write:**/*.md']],
    ['deny', 'write_file', '"file_path":".*\\.pem"', ['deny Write:/**/*.pem']], // anywhere, not only below the workspace
    ['deny', 'read_file', '"file_path":"/etc/.*"', ['deny Read:/etc/**']],
    ['deny', 'read_file', '"file_path":".*secret', ['deny Read:/**/*secret{*,*/**}']],
    ['deny', 'mcp_forge_open', '"repo":"acme/.*"', ['deny mcp__forge__open:repo=acme/*']],
    ['deny', 'mcp_forge_open', '"title":"a,b', ['deny mcp__forge__open:title=a\\,b*']],
    ['deny', 'web_fetch', '"prompt":".*evil', ['deny WebFetch:prompt=*evil*']],
    ['deny', 'write_file', 'secret', ['ask Write']],
  ])('%s %s %s', (action, tool, pattern, expected) => {
    expect(lines(gemini(rule(action, `toolName = "${tool}"\nargsPattern = '${pattern}'`)))).toEqual(expected);
  });
});

describe('order', () => {
  test('by priority; of two equals the first', () => {
    const text = ['a', 'b', 'c', 'd']
      .map((name, index) => `[[rule]]\ntoolName = "${name}"\ndecision = "allow"\npriority = ${[5, 900, 5, 7][index]}\n`)
      .join('');
    expect(lines(gemini(text))).toEqual(['allow b', 'allow d', 'allow a', 'allow c']);
  });

  test('a widened ask does not swallow a deny below it', () => {
    const text = `${rule('ask_user', 'toolName = "run_shell_command"\ncommandRegex = "(?=x)\\\\1"')}${rule('deny', 'toolName = "run_shell_command"\ncommandPrefix = "rm"')}${rule('deny', 'toolName = "read_file"')}`;
    expect(lines(gemini(text))).toEqual(['deny Bash:rm', 'deny Bash:rm *', 'ask Bash', 'deny Read']);
  });
});

describe('conditions caliban does not have', () => {
  test.each([
    ['allow', 'modes = ["default", "autoEdit", "yolo"]', []], // here it would hold in plan mode too
    ['allow', 'modes = ["default", "autoEdit", "plan", "yolo"]', ['allow Bash:git', 'allow Bash:git *']],
    ['allow', 'modes = []', ['allow Bash:git', 'allow Bash:git *']],
    ['deny', 'modes = ["yolo"]', ['deny Bash:git', 'deny Bash:git *']],
    ['deny', 'modes = ["plan"]', []],
    ['allow', 'interactive = true', []],
    ['deny', 'interactive = true', ['deny Bash:git', 'deny Bash:git *']],
    ['allow', 'subagent = "x"', []],
    ['deny', 'toolAnnotations = { readOnlyHint = true }', ['deny Bash:git', 'deny Bash:git *']],
  ])('%s %s', (action, condition, expected) => {
    const file = gemini(rule(action, `toolName = "run_shell_command"\ncommandPrefix = "git"\n${condition}`));
    expect(lines(file)).toEqual(expected);
    expect(file.notCarriedOver.length).toBe(expected.length > 0 && action === 'allow' ? 0 : 1);
  });

  test('a whole tool under a condition is asked about', () => {
    expect(lines(gemini(rule('deny', 'toolName = "*"\ntoolAnnotations = { destructiveHint = true }')))).toEqual([
      'ask *',
    ]);
  });
});

describe('the report', () => {
  test('names the rule, its line and what happened', () => {
    const file = gemini(`# policy\n\n${rule('deny', 'toolName = "run_shell_command"\ncommandRegex = "x\\\\1"')}`);
    expect(file.notCarriedOver).toEqual([
      {
        what: 'deny toolName "run_shell_command" commandRegex "x\\\\1"',
        why: 'its regular expression has no equal among globs; imported as ask `Bash`',
        line: 3,
      },
    ]);
  });

  test('a reason goes to the model', () => {
    expect(gemini(rule('deny', 'toolName = "glob"\ndeny_message = "no"')).rules).toEqual([
      { pattern: 'Glob', action: 'deny', reason: 'no' },
    ]);
  });

  test.each([
    ['[[rule]]\ntoolName = "x"\ndecision = "maybe"', '[[rule]]: it has no `decision`'],
    ['[[safety_checker]]\ntoolName = "x"', '[[safety_checker]]: caliban runs no checkers'],
  ])('%s', (text, expected) => {
    expect(losses(gemini(text))[0]).toContain(expected);
  });

  test('broken TOML', () => {
    expect(problem('[[rule]]\ntoolName = ', { format: 'gemini' })).toMatchObject({ line: 2 });
  });
});
