import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hookCommand, isHookCommand, powershellCommand } from '../../../src/hosts/setup/hook-command.ts';

const posix = (...words: string[]) => hookCommand({ words, isWindows: false }, 'codex');
const windows = (...words: string[]) => hookCommand({ words, isWindows: true }, 'codex');

test.each([
  [posix('caliban'), true],
  [posix('/opt/my node/bin/node', '/opt/caliban/main.js'), true],
  [posix('/opt/node', '/srv/anything/main.js'), true],
  [posix('node', '--no-rehash-snapshot', '--no-sparkplug', '/usr/bin/caliban'), true],
  [posix('node', '--no-sparkplug', '--regexp-tier-up-ticks=99', '/usr/bin/caliban'), true],
  [posix('/a=b/caliban'), true],
  [posix("/it's here/caliban"), true],
  [hookCommand({ words: ['node', '/usr/bin/caliban'], isWindows: false, waitSeconds: 300 }, 'codex'), true],
  [hookCommand({ words: ['node', '/usr/bin/caliban'], isWindows: false, client: '/a b/hook.bash' }, 'codex'), true],
  [hookCommand({ words: ["/it's/caliban"], isWindows: false, client: "/it's/h", waitSeconds: 9 }, 'codex'), true],
  ['caliban hook codex --wait 60', true],
  ['caliban hook codex --wait soon', false],
  [
    'env -u NODE_EXTRA_CA_CERTS caliban hook codex || sh -c \'echo "caliban did not allow the call" >&2; exit 2\'',
    true,
  ],
  [windows('C:\\Program Files\\node.exe', 'C:\\caliban\\main.js'), true],
  [windows('caliban'), true],
  [powershellCommand({ words: ["C:\\it's\\node.exe", 'C:\\caliban\\main.js'], isWindows: true }, 'codex'), true],
  ['caliban hook codex', true],
  ['/opt/caliban hook codex', true],
  ['CALIBAN_LOG=off caliban hook codex', true],
  ['env A="b c" "/opt/my bin/caliban" hook codex || exit 2', true],
  ['node /opt/caliban/main.js hook codex', true],
  ['node --no-sparkplug /opt/caliban/main.js hook codex', true],
  // Those of others, who may speak of us.
  ['echo see caliban hook codex docs', false],
  ['echo caliban hook codex', false],
  ['echo --loud caliban hook codex', false],
  [`node ${'--a '.repeat(50_000)}hook codex`, false],
  ['grep caliban hook codex', false],
  ['echo "run caliban hook codex"', false],
  ['my-wrapper && caliban hook codex', false],
  ['caliban hook codex; notify', false],
  ['caliban hook codex | tee log', false],
  ['/opt/caliban/notify hook codex', false],
  ['not-caliban hook codex', false],
  [`${"\\'".repeat(50_000)} caliban hook codex`, false],
  ['caliban hook codex-2', false],
  ['caliban hook claude-code', false],
  ['other hook codex', false],
])('%s is ours: %s', (command, ours) => {
  expect(isHookCommand(command, 'codex')).toBe(ours);
});

test.each([
  [['caliban'], 'caliban hook codex', '& caliban hook codex'],
  [
    ['C:\\Program Files\\node.exe', 'C:\\caliban\\main.js'],
    '"C:\\Program Files\\node.exe" "C:\\caliban\\main.js" hook codex',
    "& 'C:\\Program Files\\node.exe' C:\\caliban\\main.js hook codex",
  ],
])('on Windows, %j', (words, command, powershell) => {
  expect(hookCommand({ words, isWindows: true }, 'codex')).toBe(command);
  expect(powershellCommand({ words, isWindows: true }, 'codex')).toBe(powershell);
});

describe.each(['sh', 'bash', 'dash', 'zsh', 'fish'].filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0))(
  'run by %s',
  (shell) => {
    const node = (script: string) => posix(process.execPath, '-e', script);
    const root = mkdtempSync(join(tmpdir(), 'caliban-hook-command-'));
    afterAll(() => rmSync(root, { recursive: true }));
    const inDirectory = (name: string) => {
      const program = join(root, name, 'caliban');
      mkdirSync(join(root, name));
      writeFileSync(program, '#!/bin/sh\necho "$*"\n');
      chmodSync(program, 0o755);
      return posix(program);
    };

    test.each([
      ['an answer', node('console.log(1)'), { status: 0, stdout: '1\n', stderr: '' }],
      [
        'no extra certificates',
        node('console.log(process.env.NODE_EXTRA_CA_CERTS)'),
        { status: 0, stdout: 'undefined\n' },
      ],
      [
        'a refusal',
        node('console.error(1); process.exitCode = 2'),
        { status: 2, stderr: '1\ncaliban did not allow the call\n' },
      ],
      ['a path with an equals sign', inDirectory('a=b'), { status: 0, stdout: 'hook codex\n', stderr: '' }],
      ['one with more than that', inDirectory("a=$b 'c"), { status: 0, stdout: 'hook codex\n', stderr: '' }],
      ['a crash', node('process.exitCode = 1'), { status: 2, stderr: 'caliban did not allow the call\n' }],
      ['a violent end', node('process.kill(process.pid, "SIGKILL")'), { status: 2 }],
      ['a program that is not there', posix('/nowhere/caliban'), { status: 2 }],
    ])('%s', (_, command, expected) => {
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: '/nowhere.pem' };
      const ended = spawnSync(shell, ['-c', command], { encoding: 'utf8', env, input: '{}' });
      expect(ended).toMatchObject(expected);
    });
  },
);

test('without the program a line of a project says what caliban is and how to get it, and refuses', () => {
  const { status, stderr } = spawnSync('/bin/sh', ['-c', posix('caliban')], {
    env: { PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr).toContain(
    'This project uses caliban to decide what AI agents may do, and caliban is not installed here, so every call is refused. Install it with: npm install -g caliban\n',
  );
});
