import { execFileSync } from 'node:child_process';
import type { ToolCall } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import type { Remedy } from '../../src/ask/allow-place.ts';
import { type RemedyOptions, remedyFor } from '../../src/ask/remedy-for.ts';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import type { Layer, Rule } from '../../src/types/rule.ts';
import { bashCall, fileCall, lineCall, madeCall, madeRule, urlCall } from '../helpers/made-calls.ts';
import { bash, call, rule } from '../helpers/rules.ts';

/** The pattern of the first `--allow` in the advice, as a shell would hand it to the program. */
function pasted(advice: string): string {
  const [, flags = ''] = /run again with (--allow '.*)$/s.exec(advice) ?? [];
  const words = flags.replace(/ \(or --allow .*| \(no rule.*|, (which|put) .*/s, '');
  return execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${words}`], { encoding: 'utf8' }).split('\0')[1] ?? '';
}

test.each<[ToolCall]>([
  [bashCall('git push')],
  [bashCall('~/bin/deploy --now')],
  [lineCall(['git commit -m "it\'s *done*?"'])],
  [lineCall(['git status', 'rm -rf build'])],
  [lineCall(['timeout=5 make', 'a, b'])],
  [lineCall(['$X y'], { nameless: [0] })],
  [lineCall(['a', 'b'], { problems: ['p'] })],
  [fileCall('Write', '/etc/{a},b [c]*')],
  [fileCall('Write', '/repo/link', '/etc/x,y')],
  [fileCall('Edit', '/repo/.caliban/permissions.toml')],
  [urlCall('https://Docs.test:443/a?b=*&c')],
  [urlCall('https://docs.test')],
  [urlCall('https://me:pw@docs.test/')],
  [urlCall('no url')],
  [madeCall('mcp__forge__open')],
  [bash('git push')],
  [bash('git commit -m "it\'s *done*?"')],
  [bash('git status && rm -rf build')],
  [bash('cat a.txt | grep x > out.txt')],
  [bash('for f in *.ts; do wc -l "$f"; done')],
  [bash('~/bin/deploy --now')],
  [bash('timeout=5 make')],
  [bash('NODE_ENV=test npm run build')],
  [bash("cat <<'E' > notes.md\nhello *you*\nE")],
  [bash('echo "$(date)" >> "$LOG"')],
  [bash('$EDITOR file')],
  [bash('echo "unbalanced')],
  [bash('  ls   -la  ')],
  [call('Write', { path: '/etc/{a},b [c]*' })],
  [call('Edit', { path: '/repo/.caliban/permissions.toml' })],
  [call('WebFetch', { url: 'https://Docs.test:443/a?b=*&c' })],
  [call('WebFetch', { url: 'https://docs.test' })],
  [call('WebFetch', { url: 'https://me:pw@docs.test/' })],
  [call('mcp__forge__open', { title: 'x' })],
])('the flag, pasted, lets it through: %#', (asked) => {
  const verdict = judge(createRuleBook(DEFAULT_RULES), asked);
  expect(verdict.action).toBe('ask');
  const pattern = pasted(remedyFor({ call: asked, verdict }));
  const flag = madeRule(pattern, 'allow', { source: { layer: 'cli' } });
  expect([pattern, judge(createRuleBook([flag, ...DEFAULT_RULES]), asked).action]).toEqual([pattern, 'allow']);
});

test.each([
  [bash('git push'), "to let it through from now on, the operator can run caliban perms add 'Bash:git push' allow"],
  [
    call('Edit', { path: '/repo/src/a.ts' }),
    "to let it through from now on, the operator can run caliban perms add 'Edit:src/a.ts' allow",
  ],
  [
    call('mcp__forge__open', {}),
    "to let it through from now on, the operator can run caliban perms add 'mcp__forge__open' allow",
  ],
])('where another agent makes the calls, a rule is offered: %#', (asked, text) => {
  const verdict = judge(createRuleBook(DEFAULT_RULES), asked);
  expect(remedyFor({ call: asked, verdict }, { remedy: 'rule' })).toBe(text);
});

describe('tried among the rules in force', () => {
  const FILES: Readonly<Partial<Record<Layer, string>>> = {
    local: '/repo/.caliban/permissions.local.toml',
    project: '/repo/.caliban/permissions.toml',
    user: '/home/me/.config/caliban/permissions.toml',
  };

  /** `project: ask Bash:git *`, in the order in which they are tried. */
  function written(...lines: readonly string[]): readonly Rule[] {
    return lines.map((line, index) => {
      const [, layer = '', text = ''] = /^(\S+): (.*)$/.exec(line) ?? [];
      const file = FILES[layer as Layer];
      return { ...rule(text), source: { layer: layer as Layer, ...(file === undefined ? {} : { file, line: index }) } };
    });
  }

  function advice(asked: ToolCall, options: RemedyOptions, ...lines: readonly string[]): string {
    const rules = [...written(...lines), ...DEFAULT_RULES];
    const verdict = judge(createRuleBook(rules), asked);
    expect(verdict.action).toBe('ask');
    return remedyFor({ call: asked, verdict }, { ...options, inForce: { ...options.inForce, rules } });
  }

  test.each<[string, ToolCall, string]>([
    ['user: ask Bash:git push *', bash('git push x'), "'Bash:git push x' allow"],
    ['project: ask Bash:git push *', bash('git push x'), "'Bash:git push x' allow --at before 'Bash:git push *'"],
    [
      'local: ask Bash:git push *',
      bash('git push x'),
      "'Bash:git push x' allow --scope local --at before 'Bash:git push *'",
    ],
    [
      'project: ask Bash:make *, project: ask Bash:git push *',
      bash('git push x && make y'),
      "'Bash:git push x && make y' allow --at top",
    ],
    // A project's file is for every machine it is checked out on, the user's for every workspace.
    ['project: ask Edit:*.ts', call('Edit', { path: '/repo/a.ts' }), "'Edit:./a.ts' allow --at before 'Edit:*.ts'"],
    ['local: ask Edit', call('Edit', { path: '/repo/a/b' }), "'Edit:a/b' allow --scope local --at before 'Edit'"],
    ['user: ask Edit', call('Edit', { path: '/etc/hosts' }), "'Edit:/etc/hosts' allow"],
    ['project: ask Write:*.txt', bash('ls > a.txt'), "'Bash:ls > a.txt' allow --at before 'Write:*.txt'"],
    [
      'project: allow Bash:git *',
      bash('$X foo'),
      "'Bash' allow, which allows every Bash call (no rule for this line alone",
    ],
  ])('%s', (lines, asked, text) => {
    expect(advice(asked, { remedy: 'rule' }, ...lines.split(', '))).toContain(
      `to let it through from now on, the operator can run caliban perms add ${text}`,
    );
  });

  test.each<[string, string]>([
    [
      'cli: ask Write:*.txt',
      "to let it through, run again with --allow 'Bash:ls > a.txt', put before the flag that asks",
    ],
    ['managed: ask Write:*.txt', 'rule `Write:*.txt` (managed) is managed, and no --allow lifts it'],
  ])('another part of the line asks too: %s', (line, text) => {
    expect(advice(bash('ls > a.txt'), {}, line)).toBe(text);
  });

  test('no rule is ever added to settings.toml: one above it has to do', () => {
    const [asking] = written('project: ask Bash:make') as [Rule];
    const moved: Rule = { ...asking, source: { layer: 'project', file: '/repo/.caliban/settings.toml', line: 3 } };
    const rules = [moved, ...DEFAULT_RULES];
    const verdict = judge(createRuleBook(rules), bash('make'));
    expect(remedyFor({ call: bash('make'), verdict }, { remedy: 'rule', inForce: { rules } })).toBe(
      "to let it through from now on, the operator can run caliban perms add 'Bash:make' allow --scope local",
    );
  });

  const NOT_EVEN_BASH =
    'no rule for this line alone can allow it, and one for every Bash call does not either: others that deny or ask come first';
  test.each<[string, Remedy, string]>([
    ['project: deny Bash:~rm -rf *', 'rule', NOT_EVEN_BASH],
    ['managed: deny Bash:~rm -rf *', 'flag', NOT_EVEN_BASH],
    ['cli: deny Bash:~rm -rf *', 'flag', NOT_EVEN_BASH],
  ])('no rule for every call is offered that would be in vain: %s', (line, remedy, text) => {
    expect(advice(bash('$X foo'), { remedy }, line)).toBe(text);
  });

  test.each<[string, string]>([
    [
      'user: ask Bash:git push *',
      "to let it through from now on, the operator can run caliban perms add 'Bash:make' allow --scope user",
    ],
    ['project: ask Bash:make', 'no other rule lifts rule `Bash:make` (project, /repo/.caliban/permissions.toml:0)'],
    ['cli: ask Bash:make', 'no other rule lifts rule `Bash:make` (cli)'],
    ['managed: ask Bash:make', 'rule `Bash:make` (managed) is managed, and no other rule lifts it'],
  ])('what a project may not allow is not written there: %s', (line, text) => {
    const inForce = { rules: [], projectOnlyTightens: true };
    expect(advice(bash('make'), { remedy: 'rule', inForce }, line)).toBe(text);
  });

  test("the user's file holds for every workspace, so there a path is whole", () => {
    const inForce = { rules: [], projectOnlyTightens: true };
    const edit = call('Edit', { path: '/repo/src/a.ts' });
    expect(advice(edit, { remedy: 'rule', inForce }, 'user: ask Bash:git push *')).toBe(
      "to let it through from now on, the operator can run caliban perms add 'Edit:/repo/src/a.ts' allow --scope user",
    );
  });
});
