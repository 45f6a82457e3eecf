import { userInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import { locate } from '../../src/layers/locations.ts';

const at = ({
  env = {},
  cwd = '/w/repo/src',
  git = ['/w/repo/.git'],
}: {
  env?: Record<string, string>;
  cwd?: string;
  git?: string[];
} = {}) => locate({ env, home: '/home/u', cwd, exists: (path) => git.includes(path) });

const directories = (env: Record<string, string>) =>
  at({ env }).layers.map(({ layer, directory }) => `${layer} ${directory}`);

describe('layers, in the order in which their rules are tried', () => {
  test('by default', () => {
    expect(at()).toEqual({
      workspace: '/w/repo',
      layers: [
        {
          layer: 'managed',
          directory: '/etc/caliban',
          permissions: '/etc/caliban/permissions.toml',
          settings: '/etc/caliban/settings.toml',
          dropIns: '/etc/caliban/permissions.d',
          legacy: { settings: '/etc/caliban/settings.json', permissions: '/etc/caliban/permissions.json' },
        },
        {
          layer: 'local',
          directory: '/w/repo/.caliban',
          permissions: '/w/repo/.caliban/permissions.local.toml',
          settings: '/w/repo/.caliban/settings.local.toml',
          legacy: {
            settings: '/w/repo/.caliban/settings.local.json',
            permissions: '/w/repo/.caliban/permissions.local.json',
          },
        },
        {
          layer: 'project',
          directory: '/w/repo/.caliban',
          permissions: '/w/repo/.caliban/permissions.toml',
          settings: '/w/repo/.caliban/settings.toml',
          legacy: { settings: '/w/repo/.caliban/settings.json', permissions: '/w/repo/.caliban/permissions.json' },
        },
        {
          layer: 'user',
          directory: '/home/u/.config/caliban',
          permissions: '/home/u/.config/caliban/permissions.toml',
          settings: '/home/u/.config/caliban/settings.toml',
          legacy: {
            settings: '/home/u/.config/caliban/settings.json',
            permissions: '/home/u/.config/caliban/permissions.json',
          },
        },
      ],
      stateDirectory: '/home/u/.local/state/caliban',
      cacheDirectory: '/home/u/.cache/caliban',
      home: '/home/u',
      env: {},
    });
  });

  const rest = ['local /w/repo/.caliban', 'project /w/repo/.caliban', 'user /home/u/.config/caliban'];
  test.each([
    ['adds a directory', { CALIBAN_MANAGED_DIR: '/m' }, ['managed /etc/caliban', 'managed /m', ...rest]],
    [
      'relative to where we are',
      { CALIBAN_MANAGED_DIR: 'm' },
      ['managed /etc/caliban', 'managed /w/repo/src/m', ...rest],
    ],
    ['empty: none', { CALIBAN_MANAGED_DIR: '' }, ['managed /etc/caliban', ...rest]],
    ['the same one: once', { CALIBAN_MANAGED_DIR: '/etc/caliban/' }, ['managed /etc/caliban', ...rest]],
  ])('CALIBAN_MANAGED_DIR: %s', (_, env, expected) => {
    expect(directories(env)).toEqual(expected);
  });

  test.each([
    ['XDG_CONFIG_HOME', '/x', 'user /x/caliban'],
    ['XDG_CONFIG_HOME', '', 'user /home/u/.config/caliban'],
    ['XDG_CONFIG_HOME', 'x/y', 'user /home/u/.config/caliban'],
  ])('%s=%s', (name, value, expected) => {
    expect(directories({ [name]: value }).at(-1)).toBe(expected);
  });

  test('state and cache', () => {
    const { stateDirectory, cacheDirectory } = at({ env: { XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/c' } });
    expect([stateDirectory, cacheDirectory]).toEqual(['/s/caliban', '/c/caliban']);
  });
});

test.each(['', 'home/u', '.'])('with HOME=%j no file of the working directory becomes the user’s own', (home) => {
  const { layers, stateDirectory } = locate({ env: {}, home, cwd: '/w/repo', exists: () => false });
  const user = userInfo().homedir;
  expect([layers.at(-1)?.directory, stateDirectory]).toEqual([
    `${user}/.config/caliban`,
    `${user}/.local/state/caliban`,
  ]);
});

describe('the workspace', () => {
  test.each([
    ['/w/repo/src/deep', ['/w/repo/.git'], '/w/repo'],
    ['/w/repo', ['/w/repo/.git'], '/w/repo'],
    // A worktree or submodule inside a repository has a `.git` of its own.
    ['/w/repo/sub/src', ['/w/repo/.git', '/w/repo/sub/.git'], '/w/repo/sub'],
    ['/w/plain/src', [], '/w/plain/src'],
    ['/w/repo/../other/', [], '/w/other'],
    ['/', [], '/'],
    ['/a', ['/.git'], '/'],
  ])('of %s with %j is %s', (cwd, git, workspace) => {
    expect(at({ cwd, git }).workspace).toBe(workspace);
  });
});
