import { CLAUDE_CODE } from './claude-code/host.ts';
import { CODEX } from './codex/host.ts';
import { COPILOT } from './copilot/host.ts';
import { CURSOR } from './cursor/host.ts';
import { GEMINI_CLI } from './gemini-cli/host.ts';
import type { Host } from './host.ts';
import { OPENCODE } from './opencode/host.ts';
import { QWEN_CODE } from './qwen-code/host.ts';

/** In display order. A new host is a folder, its name here and its line below. */
export const HOST_NAMES = ['claude-code', 'codex', 'gemini-cli', 'cursor', 'copilot', 'qwen-code', 'opencode'] as const;

export type HostName = (typeof HOST_NAMES)[number];

export const HOSTS: Readonly<Record<HostName, Host>> = {
  'claude-code': CLAUDE_CODE,
  codex: CODEX,
  'gemini-cli': GEMINI_CLI,
  cursor: CURSOR,
  copilot: COPILOT,
  'qwen-code': QWEN_CODE,
  opencode: OPENCODE,
};
