import { describe, expect, test } from 'vitest';
import { HISTORY_REWRITES } from '../../src/classes/dangers/history-rewrite.ts';
import { knows } from './tried.ts';

const rewrites = knows(HISTORY_REWRITES);

describe('history-rewrites', () => {
  test.each([
    'git push --force',
    'git push -f',
    'git push -uf origin main',
    'git push origin main -f',
    'git push --force-with-lease',
    'git push --force-with-lease=main origin',
    'git push origin +main',
    'git push origin :old',
    'git push origin --delete old',
    'git push -d origin old',
    'git push --mirror',
    'git -C sub push --force',
    'git -c user.name=x push -f',
    'git --git-dir=.git push -f',
    'env git push -f',
    "bash -c 'git push -f'",
    'git reset --hard HEAD~3',
    'git rebase -i main',
    'git rebase main',
    'git commit --amend',
    'git filter-branch --all',
    'git filter-repo --path x',
    'git-filter-repo --path x',
    'git reflog expire --all',
    'git gc --prune=now',
    'git update-ref -d refs/heads/x',
    'git branch -D x',
    'git tag -d v1',
    'git stash drop',
    'git checkout -- .',
    'git checkout -f',
    'git checkout HEAD~1 src/a.ts',
    'git restore .',
    'git worktree remove --force x',
  ])('knows `%s`', (command) => {
    expect(rewrites(command)).toBe(true);
  });

  test.each([
    'git push',
    'git push -u origin feature',
    'git push --follow-tags',
    'git push origin feature-f',
    'git push --dry-run',
    'git reset HEAD a.ts',
    'git reset --soft HEAD~1',
    'git rebase --abort',
    'git rebase --continue',
    'git commit -m "push --force"',
    'git log --grep=--force',
    'git branch -a',
    'git branch feature',
    'git tag v1',
    'git tag -l',
    'git stash',
    'git checkout main',
    'git checkout -b x',
    'git checkout -b x origin/main',
    'git restore --staged x',
    'git reflog',
    'git gc',
    'git constructor',
    'echo git push --force',
    'npm run push -- --force',
  ])('spares `%s`', (command) => {
    expect(rewrites(command)).toBe(false);
  });
});
