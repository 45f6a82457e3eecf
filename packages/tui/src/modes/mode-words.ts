import type { PermissionMode } from '@caliban/gate';
import type { Tone } from '../screen/line.ts';

type ModeWords = {
  /** What the mode does, in one sentence. */
  readonly does: string;
  /** The tone of its chip. */
  readonly tone: Tone;
  /** Shown beside the chip if calls run that no one has seen. Such a mode needs a second press of Shift+Tab. */
  readonly warning?: string;
};

export const MODES: Readonly<Record<PermissionMode, ModeWords>> = {
  default: { does: 'you are asked about every call that no rule settles', tone: 'dim' },
  acceptEdits: { does: 'edits inside the workspace run without a question; all else asks', tone: 'good' },
  plan: { does: 'the agent reads and plans; edits and commands are refused', tone: 'accent' },
  auto: { does: 'lists and a small model answer what is clear; you are asked about the rest', tone: 'calm' },
  dontAsk: {
    does: 'every question becomes a yes, and only deny rules still stop a call',
    tone: 'alarm',
    warning: 'nothing is asked',
  },
  bypassPermissions: {
    does: 'everything runs, whatever your rules say; not even deny rules stop a call',
    tone: 'danger-alarm',
    warning: 'nothing is checked',
  },
};

/** `mode: plan – the agent reads and plans; …` */
export function modeText(mode: PermissionMode): string {
  return `mode: ${mode} – ${MODES[mode].does}`;
}
