import { describe, expect, test } from 'vitest';
import { imported, lines, losses } from './helpers.ts';

const opencode = (config: object) => imported(JSON.stringify(config), { format: 'opencode' });
const permission = (rules: unknown) => opencode({ permission: rules });

const EDITS = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'];
const edits = (action: string, glob: string) => EDITS.map((tool) => `${action} ${tool}:${glob}`);

describe('permissions', () => {
  test.each([
    ['allow', ['allow *']],
    [{ '*': 'ask' }, ['ask *']],
    [{ bash: 'allow' }, ['allow Bash']],
    [{ bash: { 'git *': 'allow' } }, ['allow Bash:git', 'allow Bash:git *']],
    [{ bash: { 'git status*': 'allow' } }, ['allow Bash:git status*']],
    [{ bash: { 'ls ?': 'deny' } }, ['deny Bash:ls ?']],
    [{ bash: { '~/bin/x': 'deny' } }, ['deny Bash:*/bin/x']], // home is spelled out there
    [{ bash: { '~/bin/x': 'allow' } }, []],
    [{ bash: { 'dir\\x': 'deny' } }, ['deny Bash:dir?x']], // a backslash equals a slash there
    [{ edit: 'allow' }, edits('allow', '**')], // outside the workspace is another question there
    [{ edit: 'deny' }, EDITS.map((tool) => `deny ${tool}`)],
    [{ edit: { 'src/*': 'allow' } }, edits('allow', './src/**')],
    [{ edit: { 'docs/*.mdx': 'allow' } }, edits('allow', './docs/**/*.mdx')], // its star crosses slashes
    [{ edit: { Makefile: 'deny' } }, edits('deny', './Makefile')], // not at any depth
    [{ edit: { '*.ts': 'allow' } }, edits('allow', '**/*.ts')],
    [{ edit: { '**/*.ts': 'allow' } }, edits('allow', './*/**/*.ts')], // there must be a slash
    [{ edit: { '*.env': 'deny' } }, edits('deny', '/**/*.env')], // a deny also outside
    [{ edit: { 'src/gen*': 'deny' } }, edits('deny', './src/gen{*,*/**}')],
    [{ edit: { '~/projects/**': 'deny' } }, edits('deny', '~/projects/**')],
    [{ edit: { '$HOME/x': 'deny' } }, edits('deny', '~/x')],
    [{ edit: { '/etc/*': 'deny' } }, edits('deny', '/etc/**')],
    [{ write: 'deny' }, EDITS.map((tool) => `deny ${tool}`)],
    [{ write: 'allow' }, []], // never looked at there
    [{ read: { '*.env': 'deny' } }, ['deny Read:/**/*.env']],
    [{ glob: { '**/*.pem': 'deny' } }, ['deny Glob:pattern=*/*.pem']],
    [{ grep: 'ask' }, ['ask Grep']],
    [{ webfetch: 'deny' }, ['deny WebFetch']],
    [{ webfetch: { 'https://docs.test/*': 'allow' } }, ['allow WebFetch:https://docs.test/*']],
    [{ webfetch: { 'https://*.test/*': 'allow' } }, ['allow WebFetch:https://*.test/*']],
    [{ webfetch: { 'https://*.test/*': 'deny' } }, ['deny WebFetch:https:?/*.test/*']], // its star crosses into the path
    [{ task: { 'review*': 'deny' } }, ['deny Agent:subagent_type=review*']],
    [{ todowrite: 'allow' }, ['allow TodoWrite']],
    [{ skill: { deploy: 'deny' } }, ['deny skill:name=deploy']],
    [{ lsp: 'ask' }, ['ask lsp']],
    [{ 'web*': 'ask' }, ['ask WebFetch', 'ask WebSearch', 'ask web*']],
    [{ 'forge_*': 'deny' }, ['deny forge_*', 'deny mcp__forge_*']],
    [
      { forge_open_issue: 'allow' },
      ['allow forge_open_issue', 'allow mcp__forge__open_issue', 'allow mcp__forge_open__issue'],
    ],
    [{ list: 'deny' }, ['ask Glob']],
    [{ 'a:b': 'deny' }, ['ask a?b']], // our patterns have no `:` in a name
    [{ 'a:k=v': 'allow' }, []],
    [{ 'b?sh': 'deny' }, ['deny Bash', 'deny b?sh']],
    [{ lsp: { x: 'deny' } }, ['ask lsp']],
    [{ doom_loop: 'ask' }, []],
    [{ external_directory: 'ask' }, []],
    [{ '*': { 'rm *': 'deny' } }, expect.arrayContaining(['deny Bash:rm', 'deny Bash:rm *'])],
  ])('%j', (rules, expected) => {
    expect(lines(permission(rules))).toEqual(expected);
  });

  test('the last match wins there, so the last comes first here', () => {
    expect(lines(permission({ '*': 'ask', bash: { '*': 'ask', 'git *': 'allow', 'git push *': 'deny' } }))).toEqual([
      'deny Bash:git push',
      'deny Bash:git push *',
      'allow Bash:git',
      'allow Bash:git *',
      'ask Bash',
      'ask *',
    ]);
  });

  test('a denied directory outside comes before everything', () => {
    const file = permission({ edit: 'allow', external_directory: { '~/private/**': 'deny' } });
    expect(lines(file)).toEqual([
      'deny Read:~/private/**',
      ...edits('deny', '~/private/**'),
      'deny Grep:~/private/**',
      'deny Glob:~/private/**',
      ...edits('allow', '**'),
    ]);
    expect(losses(file)[0]).toContain('opencode also looks for such paths in commands');
  });
});

describe('other forms', () => {
  test('version 2', () => {
    const permissions = [
      { action: 'shell', resource: '*', effect: 'ask' },
      { action: 'shell', resource: 'git *', effect: 'allow' },
      { action: 'subagent', resource: 'x', effect: 'deny' },
    ];
    expect(lines(opencode({ permissions }))).toEqual([
      'deny Agent:subagent_type=x',
      'allow Bash:git',
      'allow Bash:git *',
      'ask Bash',
    ]);
  });

  test('the old switches, under `permission`', () => {
    expect(lines(opencode({ tools: { write: false, bash: true, x: false }, permission: { bash: 'ask' } }))).toEqual([
      'ask Bash',
      'deny x',
      'allow Bash',
      ...EDITS.map((tool) => `deny ${tool}`),
    ]);
  });

  test('comments, trailing commas, and a duplicate key', () => {
    const text = '{ // mine\n "permission": { "bash": "ask", /* x */ "edit": "deny", "bash": "allow", }, }';
    expect(lines(imported(text, { format: 'opencode' }))).toEqual([
      ...EDITS.map((tool) => `deny ${tool}`),
      'allow Bash',
    ]);
  });
});

describe('the report', () => {
  test('rules for one agent, with their lines', () => {
    const text = '{"permission": "ask",\n"agent": {"plan": {\n"permission": {"edit": "deny"}}}}';
    expect(imported(text, { format: 'opencode' }).notCarriedOver).toEqual([
      {
        what: 'agent.plan.permission',
        why: "caliban's rules apply to every agent; write what should apply to all",
        line: 3,
      },
    ]);
  });

  test.each([
    [{ permission: { bash: 'maybe' } }, 'bash `*`: it says neither allow, ask nor deny'],
    [{ permission: { bash: { x: 1 } } }, 'bash `x`: it says neither allow, ask nor deny'],
    [{ permissions: [1, { action: 'edit' }] }, '? `*`: it says neither allow, ask nor deny'],
    [{ tools: { bash: 'no' } }, 'bash `*`: it says neither allow, ask nor deny'],
    [
      { permission: { bash: { '~/x': 'allow' } } },
      'allow bash `~/x`: caliban has no pattern for this under bash; left out, so such calls are asked about',
    ],
  ])('%j', (config, expected) => {
    expect(losses(opencode(config))).toContain(expected);
  });
});
