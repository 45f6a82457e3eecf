import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HookScratch } from './hook-process.ts';

let scratch: HookScratch;

beforeEach(() => {
  scratch = new HookScratch();
  scratch.rules('home/.config/caliban/permissions.toml', 'allow *');
});

afterEach(() => scratch.remove());

const OURS = JSON.stringify({
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'caliban hook claude-code' }] }] },
});
const CLAUDE = 'ws/.claude/settings.json';

/** Where our hook stands, what is done, and whether that is a question although a rule allows everything. */
const CASES: readonly (readonly [hook: string | null, tool: string, what: string, action: 'allow' | 'ask'])[] = [
  [CLAUDE, 'Write', 'ws/.claude/settings.json', 'ask'],
  [CLAUDE, 'Edit', 'ws/.claude/settings.json', 'ask'],
  [CLAUDE, 'Read', 'ws/.claude/settings.json', 'allow'],
  // What is not there yet may tell Claude Code to run no hooks.
  [CLAUDE, 'Write', 'ws/.claude/settings.local.json', 'ask'],
  [CLAUDE, 'Write', 'home/.claude/settings.json', 'ask'],
  ['home/.claude/settings.json', 'Write', 'ws/.claude/settings.json', 'ask'],
  [CLAUDE, 'Bash', 'echo {} > .claude/settings.json', 'ask'],
  [CLAUDE, 'Bash', "sed -i 's/hook//' .claude/settings.json", 'ask'],
  [CLAUDE, 'Bash', 'rm -rf .claude', 'ask'],
  [CLAUDE, 'Bash', 'cat .claude/settings.json', 'allow'],
  [CLAUDE, 'Write', 'ws/.claude/commands/review.md', 'allow'],
  [CLAUDE, 'Write', 'ws/.gemini/settings.json', 'allow'],
  [null, 'Write', 'ws/.claude/settings.json', 'allow'],
  [null, 'Bash', 'rm -rf .claude', 'allow'],
  ['ws/.codex/hooks.json', 'Write', 'home/.codex/config.toml', 'ask'],
  ['home/.gemini/settings.json', 'Write', 'home/.gemini/settings.json', 'ask'],
  ['ws/.cursor/hooks.json', 'Write', 'ws/.cursor/hooks.json', 'ask'],
  ['ws/.github/hooks/caliban.json', 'Write', 'ws/.github/hooks/caliban.json', 'ask'],
  ['ws/.github/hooks/caliban.json', 'Write', 'ws/.github/workflows/ci.yml', 'allow'],
  ['ws/.qwen/settings.json', 'Write', 'ws/.qwen/settings.json', 'ask'],
  ['home/.config/opencode/plugin/caliban.js', 'Bash', 'rm ~/.config/opencode/plugin/caliban.js', 'ask'],
];

describe('the files by which another agent runs our hook are our own', () => {
  test.each(CASES)('hook in %s: %s %s → %s', async (hook, tool, what, action) => {
    scratch.write('ws/.claude/settings.json', '{}');
    if (hook !== null) scratch.write(hook, OURS);
    const more = { tool_name: tool, tool_input: { file_path: join(scratch.root, what), content: 'x' } };
    const input = tool === 'Bash' ? scratch.bash(what) : scratch.bash('', more);
    const { stdout } = await scratch.hook({ input });
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: action } });
  });
});
