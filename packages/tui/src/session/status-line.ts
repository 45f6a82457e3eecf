import type { Usage } from '@caliban/agent';
import type { PermissionMode } from '@caliban/gate';
import { MODES } from '../modes/mode-words.ts';
import { shortCount, shortDuration } from '../screen/figures.ts';
import type { Line, Span } from '../screen/line.ts';
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
  /** How long the run has taken so far; null if nothing is running. */
  readonly runningMs: number | null;
};

/** Chips come first and aren't cut: they show what may happen without a question. The rest is shown as far as it fits. */
export function statusLine(facts: StatusFacts, columns: number): Line {
  const chips = chipsOf(facts);
  const spans: Span[] = [...chips];
  let left = columns - chips.reduce((sum, { text }) => sum + widthOf(text), 0);
  for (const { text, tone } of remarksOf(facts, columns)) {
    const separated = spans.length === chips.length ? text : ` · ${text}`;
    if (text === '' || widthOf(separated) > left) continue;
    spans.push({ text: separated, tone });
    left -= widthOf(separated);
  }
  return spans;
}

function chipsOf({ mode, latched, isDisabled }: StatusFacts): readonly Span[] {
  const chips: Span[] = isDisabled ? [{ text: DISABLED_CHIP, tone: 'danger' }] : [];
  if (!isDisabled) chips.push({ text: `[${mode}]`, tone: MODES[mode].tone }, { text: ' ', tone: 'plain' });
  if (latched) chips.push({ text: LATCH_CHIP, tone: 'bad' });
  return chips;
}

export const DISABLED_CHIP = '[no permissions] ';

/** Shown above the first prompt then, drawn or plain. */
export const DISABLED_BANNER =
  'DANGER: --no-permissions is on: no rule applies and every call runs without a question. Each is still logged.';

/** The same for a session that starts in bypass. */
export const BYPASS_BANNER =
  'DANGER: bypassPermissions is on: every call runs without a question, whatever your rules deny. Each is still logged. /drop-bypass ends it.';

/** Shown in every mode while the latch is set, drawn or plain. */
export const LATCH_CHIP = '[bypass latch] ';

function remarksOf({ mode, model, workspace, usage, runningMs }: StatusFacts, columns: number): readonly Span[] {
  const tokens = usage.inputTokens + usage.outputTokens;
  const remarks = [
    safeLine(model),
    shortPath(safeLine(workspace), Math.max(12, Math.floor(columns / 3))),
    tokens === 0 ? '' : `${shortCount(tokens)} tokens`,
    runningMs === null ? MODE_HINT : shortDuration(runningMs),
  ];
  return [{ text: MODES[mode].warning ?? '', tone: 'danger' }, ...remarks.map((text): Span => ({ text, tone: 'dim' }))];
}

/** Left out during a run, when the time is more important. */
const MODE_HINT = 'Shift+Tab: mode';
