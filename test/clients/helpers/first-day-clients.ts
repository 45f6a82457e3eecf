import type { HostName } from '@caliban/adapters';
import { CLAUDE_CODE_AGENT, CLAUDE_CODE_COMMAND } from './agents/claude-code.ts';
import { CODEX_AGENT, CODEX_SCRIPT, codexConfiguration } from './agents/codex.ts';
import { GEMINI_CLI_AGENT, GEMINI_SETTINGS, geminiInMode } from './agents/gemini-cli.ts';
import { OPENCODE_AGENT, OPENCODE_COMMAND, opencodeFiles } from './agents/opencode.ts';
import type { FirstDayClient } from './what-ran.ts';

/** As they come, in the mode they start in. What they would ask about is refused. */
export const FIRST_DAY_CLIENTS: readonly (readonly [HostName, FirstDayClient])[] = [
  [
    'claude-code',
    {
      ...CLAUDE_CODE_AGENT,
      files: () => ({}),
      command: () => CLAUDE_CODE_COMMAND,
      reads: (file_path) => ['Read', { file_path }],
    },
  ],
  [
    'codex',
    {
      ...CODEX_AGENT,
      files: (origin, place) => ({ '~/.codex/config.toml': codexConfiguration(origin, place) }),
      // Its sandbox does not start in every container, and without a terminal it asks nothing.
      command: () => [
        ...[process.execPath, CODEX_SCRIPT, 'exec', '--sandbox', 'danger-full-access'],
        ...['--skip-git-repo-check', '--dangerously-bypass-hook-trust', 'go on'],
      ],
      reads: undefined,
    },
  ],
  [
    'gemini-cli',
    {
      ...GEMINI_CLI_AGENT,
      files: () => ({ '~/.gemini/settings.json': JSON.stringify(GEMINI_SETTINGS) }),
      command: () => geminiInMode('default'),
      openCommand: () => geminiInMode('yolo'),
      reads: (absolute_path) => ['read_file', { file_path: absolute_path, absolute_path }],
    },
  ],
  [
    'opencode',
    {
      ...OPENCODE_AGENT,
      // A question ends its run, so what it asks about by default is denied.
      files: (origin) =>
        opencodeFiles(origin, { permission: { external_directory: 'deny', read: { '*': 'allow', '*.env': 'deny' } } }),
      command: () => OPENCODE_COMMAND,
      reads: (filePath) => ['read', { filePath }],
    },
  ],
];
