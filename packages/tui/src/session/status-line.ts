import type { Usage } from '@caliban/agent/internal/models/model';
import type { PermissionMode } from '@caliban/gate';
import { shortCount, shortDuration } from '../screen/figures.ts';
import type { Line, Span, Tone } from '../screen/line.ts';
import { safeLine } from '../screen/safe-text.ts';
import { shortPath } from '../screen/short-path.ts';
import { widthOf } from '../screen/width.ts';

export type StatusFacts = {
  readonly mode: PermissionMode;
  readonly latched: boolean;
  /** `--no-permissions` */
  readonly isDisabled: boolean;
  readonly model: string;
  readonly workspace: string;
  readonly usage: Usage;
  /** How long the run takes so far; null when nothing runs. */
  readonly runningMs: number | null;
};

/** Chips first and whole: they say what may happen unasked. The rest as far as it fits. */
export function statusLine(facts: StatusFacts, columns: number): Line {
  const chips = chipsOf(facts);
  const spans: Span[] = [...chips];
  let left = columns - chips.reduce((sum, { text }) => sum + widthOf(text), 0);
  for (const text of remarksOf(facts, columns)) {
    const separated = spans.length === chips.length ? text : ` · ${text}`;
    if (text === '' || widthOf(separated) > left) continue;
    spans.push({ text: separated, tone: 'dim' });
    left -= widthOf(separated);
  }
  return spans;
}

function chipsOf({ mode, latched, isDisabled }: StatusFacts): readonly Span[] {
  const chips: Span[] = isDisabled ? [{ text: DISABLED_CHIP, tone: 'danger' }] : [];
  const tone = CHIP_TONES[mode];
  if (tone !== null) chips.push({ text: `[${mode}] `, tone });
  if (latched) chips.push({ text: LATCH_CHIP, tone: 'bad' });
  return chips;
}

export const DISABLED_CHIP = '[no permissions] ';

/** What stands above the first prompt then, drawn or plain. */
export const DISABLED_BANNER =
  'DANGER: --no-permissions is on: no rule applies and every call runs without a question. Each is still logged.';

/** Shown for as long as the latch is set, in every mode, drawn or plain. */
export const LATCH_CHIP = '[bypass latch] ';

const CHIP_TONES: Readonly<Record<PermissionMode, Tone | null>> = {
  default: null,
  acceptEdits: 'good',
  plan: 'accent',
  auto: 'calm',
  dontAsk: 'warning',
  bypassPermissions: 'danger',
};

function remarksOf({ model, workspace, usage, runningMs }: StatusFacts, columns: number): readonly string[] {
  const tokens = usage.inputTokens + usage.outputTokens;
  return [
    safeLine(model),
    shortPath(safeLine(workspace), Math.max(12, Math.floor(columns / 3))),
    tokens === 0 ? '' : `${shortCount(tokens)} tokens`,
    runningMs === null ? '' : shortDuration(runningMs),
  ];
}
