import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUICK_FLAGS } from '../../packages/cli/src/hook/hook-flags.ts';
import { CleanPlace, MINUTE } from '../packaging/helpers/clean-place.ts';
import { usedBytecode } from '../packaging/helpers/used-bytecode.ts';

const MODULES = join(import.meta.dirname, 'node_modules');
const NODES = readdirSync(MODULES).filter((name) => /^node-\d+$/.test(name));

const place = new CleanPlace();
const prefix = place.directory('global');
const program = join(prefix, 'bin/caliban');
const workspace = place.directory('workspace');

beforeAll(async () => {
  await place.pack('cli');
  await place.npmInstall(place.root, '--global', '--prefix', prefix, place.tarball('cli'));
  mkdirSync(join(workspace, '.git'));
  mkdirSync(join(place.home, '.config/caliban'), { recursive: true });
  writeFileSync(join(place.home, '.config/caliban/permissions.toml'), RULES);
}, 3 * MINUTE);
afterAll(() => place.remove(), MINUTE);

const RULES = [
  ['Bash:git status*', 'allow'],
  ['Bash:git push *', 'ask'],
  ['Bash:~rm -rf *', 'deny'],
  ['Read:/etc/shadow', 'deny'],
]
  .map(([pattern, action]) => `[[permissions.rules]]\npattern = "${pattern}"\naction = "${action}"\n`)
  .join('\n');

function call(tool: string, input: object): string {
  const about = { session_id: 's', transcript_path: '/t', cwd: workspace, hook_event_name: 'PreToolUse' };
  return JSON.stringify({ ...about, tool_name: tool, tool_input: input });
}

function uninstall(): void {
  for (const directory of [place.home, workspace]) rmSync(join(directory, '.claude'), { recursive: true, force: true });
}

type HookRow = readonly [what: string, input: string, decision: string];

const HOOK_ROWS: readonly HookRow[] = [
  ['allow', call('Bash', { command: 'git status --short' }), 'allow'],
  ['ask', call('Bash', { command: 'git push origin main' }), 'ask'],
  ['deny in a compound line', call('Bash', { command: 'cd a && git status | head -3 && rm -rf b' }), 'deny'],
  ['deny of a file', call('Read', { file_path: '/etc/shadow' }), 'deny'],
  ['a long call', call('Bash', { command: `git push origin ${'x'.repeat(20_000)}` }), 'ask'],
];

describe.each(NODES)('%s', (name) => {
  const bin = join(MODULES, name, 'bin');
  const node = join(bin, 'node');
  const env = { PATH: [bin, join(prefix, 'bin'), process.env.PATH].join(delimiter) };
  const caliban = (args: readonly string[], input = '') => place.run(program, args, { cwd: workspace, input, env });

  test('is the version that it is called after', async () => {
    const { stdout } = await place.run(node, ['--version']);
    expect(`node-${/^v(\d+)/.exec(stdout)?.[1]}`).toBe(name);
  });

  test.each([
    ['--version', ['--version'], 0, /^caliban \d/],
    ['perms test', ['perms', 'test', 'Bash', 'rm -rf x'], 1, /^deny: /],
    ['perms list', ['perms', 'list'], 0, /git push/],
    ['doctor', ['doctor'], 1, /caliban install/],
    ['the tour', [], 0, /this is the tour/],
  ] as const)('%s', async (_, args, exit, stdout) => {
    uninstall();
    expect(await caliban(args)).toEqual({ stdout: expect.stringMatching(stdout), stderr: '', exit });
  });

  describe.each(['user', 'project'])('installed for a %s', (scope) => {
    let line = '';

    beforeAll(async () => {
      place.forgetCache();
      uninstall();
      expect(await caliban(['install', 'claude-code', '--scope', scope])).toMatchObject({ stderr: '', exit: 0 });
      const settings = join(scope === 'user' ? place.home : workspace, '.claude/settings.json');
      line = JSON.parse(readFileSync(settings, 'utf8')).hooks.PreToolUse[0].hooks[0].command;
    }, MINUTE);

    test('the line has the flags that this Node knows', () => {
      const flags = QUICK_FLAGS.join(' ');
      if (scope === 'user') expect(line).toContain(`node ${flags} ${program} hook claude-code`);
      else expect(line).toMatch(/^env -u NODE_EXTRA_CA_CERTS caliban hook claude-code \|\| /);
    });

    test('an invalid call is refused', async () => {
      const { stderr, exit } = await place.run('/bin/sh', ['-c', line], { cwd: workspace, input: 'nonsense', env });
      expect({ stderr, exit }).toEqual({ stderr: expect.stringContaining('the input is not JSON'), exit: 2 });
    });

    test.each(HOOK_ROWS)('%s', async (_, input, decision) => {
      const { stdout, stderr, exit } = await place.run('/bin/sh', ['-c', line], { cwd: workspace, input, env });
      expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 });
      expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe(decision);
    });
  });

  test.each([
    ['no flags', []],
    ['the flags of a hook', QUICK_FLAGS],
  ])('the next process uses what the first one with %s saved', async (_, flags) => {
    place.forgetCache();
    const run = usedBytecode(place);
    for (const state of ['none', 'used']) {
      const { used, stdout } = await run([node, ...flags], [program, 'hook', 'claude-code'], {
        cwd: workspace,
        input: call('Bash', { command: 'cd a && rm -rf b' }),
      });
      expect(used).toMatchObject({ hook: state, shell: state });
      expect(stdout).toContain('"deny"');
    }
  });
});
