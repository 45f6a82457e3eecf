import type { HostAdapter } from '@caliban/adapters';
import { codex } from '@caliban/adapters/internal/hosts/codex';
import { copilot } from '@caliban/adapters/internal/hosts/copilot';
import { cursor } from '@caliban/adapters/internal/hosts/cursor';
import { geminiCli } from '@caliban/adapters/internal/hosts/gemini-cli';
import { opencode } from '@caliban/adapters/internal/hosts/opencode';
import { qwenCode } from '@caliban/adapters/internal/hosts/qwen-code';

/** Not loaded one by one: together they are smaller than what opening another file costs. */
export const OTHER_ADAPTERS: readonly HostAdapter[] = [codex, geminiCli, cursor, copilot, qwenCode, opencode];
