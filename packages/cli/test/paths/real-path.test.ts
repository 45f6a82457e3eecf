import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AbsolutePath, absolutePath } from '@caliban/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownDirectories } from '../../src/paths/own-directories.ts';
import { realPath } from '../../src/paths/real-path.ts';

let top: string;

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-places-')));
  mkdirSync(join(top, 'ws/conf'), { recursive: true });
  mkdirSync(join(top, 'outside/dir'), { recursive: true });
  writeFileSync(join(top, 'outside/secret'), 's');
  const links = {
    d: '../outside/dir',
    secret: 'd/../secret',
    made: 'd/../made',
    chain: 'made',
    round: 'again/../round',
    again: 'round/../again',
    '.caliban': 'conf',
    'conf/permissions.toml': '../tools.toml',
  };
  for (const [link, target] of Object.entries(links)) symlinkSync(target, join(top, 'ws', link));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

function withKnownParents(path: AbsolutePath): AbsolutePath {
  return realPath(path, { realParent: withKnownParents });
}

describe('where a path leads', () => {
  test.each([
    ['d', 'outside/dir'],
    // The kernel goes through `d` first, and takes the `..` there.
    ['secret', 'outside/secret'],
    ['made', 'outside/made'],
    ['chain', 'outside/made'],
    ['chain/deep', 'outside/made/deep'],
    ['nothing/there', 'ws/nothing/there'],
  ])('%s → %s', (path, real) => {
    const asked = absolutePath(join(top, 'ws', path));
    expect(realPath(asked)).toBe(join(top, real));
    expect(withKnownParents(asked)).toBe(join(top, real));
  });

  test('a link that comes back to itself ends', () => {
    expect(realPath(absolutePath(join(top, 'ws/round')))).toContain(top);
    expect(withKnownParents(absolutePath(join(top, 'ws/round/x')))).toContain(top);
  });
});

test('our own directories are also where their links lead, and those of their files', () => {
  const layers = [{ name: 'project' as const, directory: join(top, 'ws/.caliban') }];
  const elsewhere = { stateDirectory: join(top, 'state'), cacheDirectory: join(top, 'cache'), home: top, env: {} };
  const locations = { layers, workspace: join(top, 'ws'), ...elsewhere };
  const directories = ownDirectories(locations as unknown as Parameters<typeof ownDirectories>[0]);
  for (const own of ['ws/.caliban', 'ws/conf', 'ws/tools.toml', 'state', 'cache']) {
    expect(directories).toContain(join(top, own));
  }
});
