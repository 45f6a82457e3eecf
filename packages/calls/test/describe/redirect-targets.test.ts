import { describe, expect, test } from 'vitest';
import { redirectTargets } from '../../src/describe/redirect-targets.ts';
import { absolutePath } from '../../src/text/path.ts';
import type { AbsolutePath } from '../../src/types/absolute-path.ts';

/** `/repo/link` leads to `/far/away`. */
const SURROUNDINGS = {
  workspace: absolutePath('/repo'),
  home: absolutePath('/home/me'),
  realPath: (path: AbsolutePath) => path.replace(/^\/repo\/link(?=\/|$)/, '/far/away') as AbsolutePath,
};

function targetsOf(target: string | null, directories: readonly (readonly string[])[] | null = [[]]) {
  const redirect = { access: 'write', text: '', unit: null, target, directories } as const;
  return redirectTargets(redirect, SURROUNDINGS)?.map(({ written, real }) => `${written} → ${real}`) ?? null;
}

describe('redirectTargets', () => {
  test.each([
    ['x', [[]], ['/repo/x → /repo/x']],
    ['link/x', [[]], ['/repo/link/x → /far/away/x']],
    ['link/../x', [[]], ['/repo/x → /far/x']],
    ['./link/.././../x', [[]], ['/x → /x']],
    ['../x', [['link']], ['/repo/x → /far/x']],
    ['x', [['link', '..']], ['/repo/x → /repo/x']],
    ['/repo/link/../x', [[]], ['/repo/x → /far/x']],
    ['~/a/../x', [[]], ['/home/me/x → /home/me/x']],
    ['x', [['a'], ['b']], ['/repo/a/x → /repo/a/x', '/repo/b/x → /repo/b/x']],
    ['/dev/null', [[]], []],
    ['link/../../../dev/null', [[]], ['/dev/null → /dev/null']],
  ])('%s after %j', (target, directories, expected) => {
    expect(targetsOf(target, directories)).toEqual(expected);
  });

  test.each<[string | null, readonly (readonly string[])[] | null]>([
    [null, [[]]],
    ['x', null],
  ])('%s after %j cannot be known', (target, directories) => {
    expect(targetsOf(target, directories)).toBeNull();
  });
});
