import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { absolutePath } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bubblewrapArguments } from '../../src/sandbox/bubblewrap-arguments.ts';
import { bubblewrapBackend } from '../../src/sandbox/bubblewrap-backend.ts';
import { launchEnvironment } from '../../src/sandbox/launch.ts';
import { mountsOf, reservedPaths } from '../../src/sandbox/mounts.ts';
import { realPathOf } from '../../src/sandbox/real-disk.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { socketFilter } from '../../src/sandbox/seccomp.ts';
import type { MaskedSecret } from '../../src/sandbox/secrets.ts';
import { violationsIn } from '../../src/sandbox/violations.ts';
import { contextIn, planIn, rulesFrom } from './plan.ts';

let place: string;

beforeAll(() => {
  place = mkdtempSync(join(realpathSync(tmpdir()), 'caliban-sandbox-'));
  const files = [
    '.ssh/id',
    '.ssh/known_hosts',
    'repo/.env',
    'repo/prod/eu/db.toml',
    'repo/a/b/.env',
    'repo/.caliban/permissions.toml',
  ];
  for (const file of files) {
    mkdirSync(dirname(join(place, 'home', file)), { recursive: true });
    writeFileSync(join(place, 'home', file), file);
  }
  mkdirSync(join(place, 'tmp'));
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('mounts', () => {
  const ALWAYS = ['writable ~/repo', 'read-only ~/repo/.caliban'];

  test.each<[rules: string, mounts: readonly string[]]>([
    ['', []],
    ['deny Read:~/.ssh/**', ['hidden ~/.ssh']],
    ['allow Read:~/.ssh/known_hosts; deny Read:~/.ssh/**', ['hidden ~/.ssh', 'read-only ~/.ssh/known_hosts']],
    ['deny Read:./.env', ['hidden ~/repo/.env']],
    // The directories above can't be renamed away.
    [
      'deny Write:prod/eu/db.toml',
      ['writable ~/repo/prod', 'writable ~/repo/prod/eu', 'read-only ~/repo/prod/eu/db.toml'],
    ],
    ['deny Read:.env', ['hidden ~/repo/.env', 'writable ~/repo/a', 'writable ~/repo/a/b', 'hidden ~/repo/a/b/.env']],
    ['deny Read:prod/**; deny Write:prod/**', ['hidden ~/repo/prod']],
    ['deny Write:new', ['read-only ~/repo/new']],
  ])('`%s`', (rules, mounts) => {
    const said = mountsOf(planIn(place, rules)).map(({ path, state }) => `${state} ${short(path)}`);
    expect(said.filter((mount) => !mount.endsWith('/tmp'))).toEqual([...ALWAYS, ...mounts].sort(byPath));
  });

  test('a name that must not be created is reserved', () => {
    expect(reservedPaths(mountsOf(planIn(place, 'deny Write:new'))).map(short)).toEqual(['~/repo/new']);
  });

  test('directories come before what is in them, and are closed last', () => {
    const mounts = mountsOf(planIn(place, 'allow Read:~/.ssh/known_hosts; deny Read:~/.ssh/**'));
    const words = bubblewrapArguments({ mounts, network: 'none', cwd: '/', asRoot: false, kernelFiles: [] })
      .map(short)
      .join(' ');
    expect(words).toContain('--perms 0555 --tmpfs ~/.ssh --ro-bind ~/.ssh/known_hosts ~/.ssh/known_hosts');
    expect(words).toMatch(/--remount-ro ~\/\.ssh --setenv CALIBAN_CONFINED 1 --chdir \/$/);
  });
});

describe('denied accesses of a command', () => {
  const RULES = 'deny Read:~/.ssh/**; deny Write:prod/**; deny WebFetch';
  const HIDDEN = '~/.ssh/id is hidden from commands, blocked by `deny Read:~/.ssh/**` (user, permissions.toml:1)';
  const FIXED = '~/repo/prod/x is read-only for commands, blocked by `deny Write:prod/**` (user, permissions.toml:2)';
  const OUTSIDE =
    '/etc/x is outside of what commands may write: the workspace and the directory for temporary files; /add-dir adds a directory';
  const NETWORK = 'there is no network for commands, blocked by a rule about WebFetch';

  test.each<[output: string, said: readonly string[]]>([
    ['cat: ~/.ssh/id: No such file or directory', [HIDDEN]],
    ["FileNotFoundError: [Errno 2] No such file or directory: '~/.ssh/id'", [HIDDEN]],
    ["Error: ENOENT: no such file or directory, open '~/.ssh/id'", [HIDDEN]],
    ['/bin/bash: line 1: prod/x: Read-only file system', [FIXED]],
    ["EROFS: read-only file system, open 'prod/x'", [FIXED]],
    ["mv: cannot move 'prod/x' to 'y': Device or resource busy", [FIXED]],
    ['touch: cannot touch /etc/x: Read-only file system', [OUTSIDE]],
    ['curl: (6) Could not resolve host: a.test', [NETWORK]],
    ['cat: nothing.txt: No such file or directory', []],
    ['cat: /etc/x: No such file or directory', []],
    ['the key is in ~/.ssh/id', []],
    ['all tests passed', []],
  ])('`%s`', (output, said) => {
    const plan = planIn(place, RULES);
    const seen = {
      cwd: absolutePath(join(place, 'home/repo')),
      home: absolutePath(join(place, 'home')),
      realPath: realPathOf,
    };
    const texts = violationsIn(output.replaceAll('~', join(place, 'home')), plan, seen).map(({ text }) => text);
    expect(texts.map(shortIn)).toEqual(said);
  });
});

describe('secrets without a placeholder', () => {
  const program = { file: '/bin/true', args: [], cwd: '/' };
  const working = async () => ok({ file: '/usr/bin/bwrap', filter: new Uint8Array(), asRoot: false, kernelFiles: [] });
  const secretsIn = (): readonly MaskedSecret[] => [
    { source: { kind: 'variable', name: 'PATH' }, hosts: ['a.test'] },
    { source: { kind: 'file', path: absolutePath(join(place, 'home/.ssh/known_hosts')) }, hosts: ['a.test'] },
    { source: { kind: 'file', path: absolutePath(join(place, 'home/.ssh/none')) }, hosts: ['a.test'] },
  ];
  const sandboxFor = (mode: 'prefer' | 'require', rules: string, secrets: readonly MaskedSecret[], said: string[]) => {
    const context = contextIn(place);
    const backend = bubblewrapBackend({ home: undefined, realPath: realPathOf, secrets, find: working });
    return createSandbox({
      ...{ mode, rules: () => rulesFrom(rules), context, backends: [backend] },
      report: (message) => said.push(message),
    });
  };

  test.each<[rules: string, hidden: string]>([
    ['', '--ro-bind /dev/null ~/.ssh/known_hosts'],
    ['allow Read:~/.ssh/known_hosts; deny Read:~/.ssh/**', '--perms 0555 --tmpfs ~/.ssh'],
  ])('where confinement is preferred, `%s`: variables are withheld and files hidden', async (rules, hidden) => {
    const said: string[] = [];
    const launch = await sandboxFor('prefer', rules, secretsIn(), said).prepare(program, { firstFeed: 3 });
    if (!launch.ok) throw new Error(launch.error);
    const words = Buffer.from(launch.value.feeds[0] ?? [])
      .toString()
      .split('\0')
      .map(short)
      .join(' ');
    expect(words).toContain(hidden);
    expect(words).not.toContain('--ro-bind ~/.ssh/known_hosts');
    expect(launchEnvironment(launch.value, { PATH: 'x', HOME: 'y' })).toEqual({ HOME: 'y' });
    expect(said).toEqual(['masked secrets need the sandbox runtime; commands run without these secrets']);
  });

  test('where it is required, nothing runs', async () => {
    expect(await sandboxFor('require', '', secretsIn(), []).prepare(program, { firstFeed: 3 })).toEqual(
      fail('not run: `[sandbox] mode = "require"`, and masked secrets need the sandbox runtime'),
    );
  });

  test('what is not there needs no runtime', async () => {
    const none = secretsIn().slice(2);
    const launch = await sandboxFor('require', '', none, []).prepare(program, { firstFeed: 3 });
    expect(launch.ok).toBe(true);
  });
});

describe('programs that can not be confined', () => {
  const program = { file: '/bin/true', args: [], cwd: '/' };
  const broken = async () => fail('bubblewrap is not installed');
  const working = async () => ok({ file: '/usr/bin/bwrap', filter: new Uint8Array(), asRoot: false, kernelFiles: [] });

  test('does not run where confinement is required', async () => {
    const sandbox = sandboxWith('require', broken, []);
    expect(await sandbox.prepare(program, { firstFeed: 3 })).toEqual(
      fail('not run: `[sandbox] mode = "require"`, and bubblewrap is not installed'),
    );
    expect(await sandbox.problem()).toBe('bubblewrap is not installed');
  });

  test('runs as it is where confinement is preferred, and says so once', async () => {
    const said: string[] = [];
    const sandbox = sandboxWith('prefer', broken, said);
    const launches = [
      await sandbox.prepare(program, { firstFeed: 3 }),
      await sandbox.prepare(program, { firstFeed: 3 }),
    ];
    expect(launches.map((launch) => launch.ok && [launch.value.file, launch.value.confined])).toEqual([
      ['/bin/true', false],
      ['/bin/true', false],
    ]);
    expect(said).toEqual(['commands run unconfined: bubblewrap is not installed']);
  });

  test('rules about single hosts', async () => {
    const sandbox = sandboxWith('require', working, [], 'deny WebFetch(domain:a.test)');
    expect(await sandbox.problem()).toBe('rules about single hosts need the sandbox runtime');
  });

  function sandboxWith(mode: 'prefer' | 'require', find: typeof broken | typeof working, said: string[], rules = '') {
    return createSandbox({
      ...{ mode, rules: () => rulesFrom(rules), context: contextIn(place) },
      backends: [bubblewrapBackend({ home: undefined, realPath: realPathOf, find })],
      report: (message) => void said.push(message),
    });
  }
});

test.each([
  ['x64', 33],
  ['arm64', 31],
  ['mips', null],
])('the socket filter of %s', (architecture, instructions) => {
  const filter = socketFilter(architecture);
  expect(filter === null ? null : filter.length / 8).toBe(instructions);
});

function short(text: string): string {
  return text.replace(`${place}/home`, '~');
}

function shortIn(text: string): string {
  return text.replaceAll(`${place}/home`, '~');
}

function byPath(one: string, other: string): number {
  return (one.split(' ')[1] as string) < (other.split(' ')[1] as string) ? -1 : 1;
}
