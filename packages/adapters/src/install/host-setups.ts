import type { HostName } from '../hosts/host-adapter.ts';
import type { HostSetup } from './host-setup.ts';
import { claudeCodeSetup } from './setups/claude-code.ts';
import { codexSetup } from './setups/codex.ts';
import { copilotSetup } from './setups/copilot.ts';
import { cursorSetup } from './setups/cursor.ts';
import { geminiCliSetup } from './setups/gemini-cli.ts';
import { opencodeSetup } from './setups/opencode.ts';
import { qwenCodeSetup } from './setups/qwen-code.ts';

export const HOST_SETUPS: Readonly<Record<HostName, HostSetup>> = {
  'claude-code': claudeCodeSetup,
  codex: codexSetup,
  'gemini-cli': geminiCliSetup,
  cursor: cursorSetup,
  copilot: copilotSetup,
  'qwen-code': qwenCodeSetup,
  opencode: opencodeSetup,
};
