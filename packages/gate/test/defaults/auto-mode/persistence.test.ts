import { describe, expect, test } from 'vitest';
import { PERSISTENCE } from '../../../src/defaults/auto-mode/persistence.ts';
import { knows } from './tried.ts';

const persists = knows(PERSISTENCE);

describe('persistence', () => {
  test.each([
    'Write ~/.bashrc',
    'Edit /home/me/.zshrc',
    'Write .git/hooks/pre-commit',
    'Edit sub/.git/config',
    'Write ~/.config/systemd/user/x.service',
    'Write ~/Library/LaunchAgents/x.plist',
    'Write /etc/cron.d/x',
    'Write .caliban/permissions.toml',
    'Edit .vscode/tasks.json',
    'echo x >> ~/.bashrc',
    'cat x > .git/hooks/post-checkout',
    'tee -a ~/.profile',
    'cp x ~/.zshrc',
    "sed -i 's/a/b/' ~/.bashrc",
    'ln -s x .git/hooks/pre-push',
    'crontab x',
    'crontab -',
    'echo "* * * * * x" | crontab',
    'systemctl --user enable x',
    'sudo systemctl start x',
    'launchctl load x.plist',
    'at now',
    'git config --global alias.st status',
    'git config core.hooksPath x',
    'git -C sub config core.fsmonitor ./x',
    "bash -c 'crontab x'",
    'mcp__filesystem__write_file {"path": "~/.bashrc", "content": "x"}',
    'mcp__filesystem__edit_file {"path": ".git/hooks/pre-commit", "edits": []}',
  ])('knows `%s`', (text) => {
    expect(persists(text)).toBe(true);
  });

  test.each([
    'Read ~/.bashrc',
    'Write src/.bashrc.ts',
    'Write docs/hooks/pre-commit',
    'Write .gitignore',
    'Edit .github/workflows/ci.yml',
    'cat ~/.bashrc',
    'grep PATH ~/.profile',
    'sed -n 1p ~/.bashrc',
    'cp ~/.bashrc.d x',
    'ls .git/hooks',
    'source ~/.bashrc',
    "awk '{print $1}' ~/.profile",
    'crontab -l',
    'systemctl status x',
    'systemctl list-units',
    'git config user.name',
    'git config --get core.hooksPath',
    'git config --global --list',
    'echo crontab x',
    'git status',
    'mcp__filesystem__read_file {"path": "~/.bashrc"}',
    'mcp__filesystem__write_file {"path": "README.md", "content": "~/.bashrc"}',
    'mcp__filesystem__list_directory {"path": ".git/hooks"}',
  ])('spares `%s`', (text) => {
    expect(persists(text)).toBe(false);
  });
});
