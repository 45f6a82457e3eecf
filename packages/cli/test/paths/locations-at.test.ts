import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { locationsAt } from '../../src/paths/locations-at.ts';

test.each([
  ['a repository', { '.git/HEAD': 'ref: refs/heads/main\n' }, ''],
  ['a worktree', { '.git': 'gitdir: /elsewhere\n' }, ''],
  ['an empty directory that a sandbox left', { '.git/': '' }, 'src'],
  ['nothing', {}, 'src'],
])('%s around the working directory', (_, files, workspace) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-locations-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'src'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, name.endsWith('/') ? name : join(name, '..')), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(join(root, name), content);
  }
  const found = locationsAt({}, { cwd: join(root, 'src'), env: {}, home: root });
  expect(found.workspace).toBe(join(root, workspace));
});
