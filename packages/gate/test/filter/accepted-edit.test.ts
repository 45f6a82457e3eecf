import type { AbsolutePath } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { isAcceptedEdit } from '../../src/filter/accepted-edit.ts';
import { RUN_LATER } from '../../src/filter/runs-later.ts';
import { fileCall, madeCall, pathSubject } from '../helpers/made-calls.ts';

describe('isAcceptedEdit', () => {
  test.each([
    ['/repo/src/a.ts', '/repo/src/a.ts', true],
    ['/repo/.env', '/repo/.env', true],
    ['/repo/.github/workflows/ci.yml', '/repo/.github/workflows/ci.yml', true],
    ['/repo/.gitignore', '/repo/.gitignore', true],
    ['/repo', '/repo', false], // the workspace is no file
    ['/repository/a.ts', '/repository/a.ts', false],
    ['/etc/passwd', '/etc/passwd', false],
    ['/repo/link', '/etc/passwd', false], // a link that leads out
    ['/home/me/link', '/repo/a.ts', false], // a link that leads in
    ['/repo/.caliban/permissions.toml', '/repo/.caliban/permissions.toml', false],
    ['/repo/sub/.caliban/settings.toml', '/repo/sub/.caliban/settings.toml', false],
    ['/repo/.git/hooks/pre-commit', '/repo/.git/hooks/pre-commit', false],
    ['/repo/.GIT/config', '/repo/.GIT/config', false],
    ['/repo/.git', '/repo/.git', false],
    ['/repo/.claude/settings.json', '/repo/.claude/settings.json', false],
    ['/repo/.github/hooks/a.json', '/repo/.github/hooks/a.json', false],
    ['/repo/notes', '/repo/.caliban/permissions.toml', false],
  ])('%s, really %s → %s', (written, real, accepted) => {
    expect(isAcceptedEdit(fileCall('Write', written, real))).toBe(accepted);
  });

  const protectedPlaces = Object.values(RUN_LATER).flat();

  test.each([
    ...protectedPlaces.flatMap((place) => [place, `sub/${place}`, `${place}/x`, place.toUpperCase()]),
    ...[
      '.vscode/tasks.json',
      '.idea/workspace.xml',
      '.husky/pre-commit',
      '.mcp.json',
      '.bashrc',
      '.git/hooks/pre-commit',
    ],
  ])('%s runs code later', (place) => {
    expect(isAcceptedEdit(fileCall('Write', `/repo/${place}`))).toBe(false);
  });

  test.each([
    ...['.gitignore', '.gitattributes', '.github/workflows/ci.yml', '.github/CODEOWNERS', '.env', '.editorconfig'],
    ...['package.json', 'Makefile', 'vscode/a.ts', 'src/bashrc', 'docs/.bashrc.md', 'src/husky/a.ts', 'git/hooks/x'],
    ...['Cargo.toml', '.prettierrc', '.eslintrc.js', 'mcp.json', 'tests/fixtures/npmrc', '.config/app.toml'],
  ])('%s is an ordinary file', (place) => {
    expect(isAcceptedEdit(fileCall('Write', `/repo/${place}`))).toBe(true);
  });

  test.each([
    ['Edit', true],
    ['MultiEdit', true],
    ['NotebookEdit', true],
    ['Read', false],
    ['mcp__fs__write', false],
  ])('%s inside the workspace → %s', (tool, accepted) => {
    expect(isAcceptedEdit(fileCall(tool, '/repo/a.ts'))).toBe(accepted);
  });

  test.each([
    [{}, true],
    [null, true],
    [{ filename: '/etc/passwd' }, false], // another host's word for a path, perhaps
    [{ path: 7 }, false],
    ['/etc/passwd', false],
    [['/etc/passwd'], false],
  ])('an edit without a path, %j → %s', (input, accepted) => {
    expect(isAcceptedEdit(madeCall('Write', { input, subject: { kind: 'none' } }))).toBe(accepted);
  });

  test('a workspace that is itself behind a link: real paths are looked for where it really is', () => {
    const context = {
      workspace: '/tmp/repo' as AbsolutePath,
      realPath: (path: AbsolutePath) => path.replace(/^\/tmp/, '/private/tmp') as AbsolutePath,
    };
    const inside = pathSubject('/tmp/repo/a.ts', '/private/tmp/repo/a.ts');
    const outside = pathSubject('/tmp/repo/a.ts', '/tmp/repo/a.ts');
    expect([inside, outside].map((subject) => isAcceptedEdit(madeCall('Write', { subject, context })))).toEqual([
      true,
      false,
    ]);
  });
});
