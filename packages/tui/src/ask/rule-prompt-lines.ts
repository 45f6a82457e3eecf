import { plural, spelledOut } from '@caliban/calls/text';
import type { Question } from '@caliban/gate';
import { isOneOfSeveral } from '@caliban/gate/filter';
import { isWholeLine, scopeText, unheardBecause, type WishedRule } from '@caliban/gate/inspect';
import { editedText } from '../fields/edit-line.ts';
import { FRAME_COLUMNS, FRAME_ROWS, framed, hasRoomForFrame, spaced } from '../fields/frame-lines.ts';
import { LABEL_COLUMNS, ruleFormLines } from '../fields/rule-form-lines.ts';
import { clampTop, revealing } from '../fields/scroll.ts';
import { textLines, titleLine } from '../fields/section-lines.ts';
import { cutText } from '../screen/cut-text.ts';
import { EMPTY_LINE, type Line } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';
import {
  chosenSuggestion,
  entriesOf,
  type PromptedRules,
  promptedRule,
  promptPart,
  type RuleEntry,
  type RulePrompt,
  writesTest,
} from './rule-prompt.ts';
import type { RecentMatches } from './use-recent-matches.ts';
import { quoted } from './why-lines.ts';

export type PromptSight = {
  readonly question: Question;
  readonly prompt: RulePrompt;
  /** The rule whose pattern is in the field. */
  readonly prompted: WishedRule;
  /** All rules that would be saved; null: none at present. */
  readonly kept: PromptedRules | null;
  /** The file of the chosen scope, as a short path. */
  readonly file: string | null;
  readonly recent: RecentMatches;
  readonly columns: number;
  readonly rows: number;
};

/** The sub-prompt: what the rules are for, suggestions, their fields, and the effect of saving them. */
export function rulePromptLines(sight: PromptSight): readonly Line[] {
  const { columns, rows } = sight;
  const title = titleOf(sight);
  if (!hasRoomForFrame(sight)) {
    return [titleLine(title, columns), ...contentLines(sight, rows - 1, { withKeys: true })];
  }
  const inside = { ...sight, columns: columns - FRAME_COLUMNS };
  const tone = sight.prompt.form.action === 'allow' ? 'good' : 'bad';
  const lines = contentLines(inside, rows - FRAME_ROWS, { withKeys: false });
  const frame = framed(lines, { title, foot: keysText(sight, { isShort: columns < 100 }), tone, columns });
  return frame.length < rows - 2 ? [EMPTY_LINE, ...frame] : frame;
}

function contentLines(sight: PromptSight, rows: number, { withKeys }: { withKeys: boolean }): readonly Line[] {
  const { prompt, columns } = sight;
  const fewest = Math.min(1, promptPart(prompt).suggestions.length);
  for (const wording of WORDINGS) {
    const { subject, form, effect, keys } = sectionsOf(sight, wording);
    const shownKeys = withKeys ? keys : [];
    const room = rows - subject.length - form.length - effect.length - shownKeys.length;
    if (room < fewest) continue;
    const suggestions = suggestionLines(prompt, { columns, most: Math.min(room, MAX_SUGGESTIONS) });
    return spaced([subject, suggestions, form, [...effect, ...shownKeys]], room - suggestions.length);
  }
  const { keys, ...sections } = sectionsOf(sight, SHORTEST_WORDING);
  return aroundFocus({ ...sections, keys: withKeys ? keys : [] }, rows);
}

/** Of a long list only the rows around the selected one are shown. */
const MAX_SUGGESTIONS = 6;
const MAX_ENTRIES = 6;

/** How detailed the text is, and how many rows it may take. */
type Wording = { readonly isShort: boolean; readonly noteRows: number; readonly entries: number };

const SHORTEST_WORDING: Wording = { isShort: true, noteRows: 1, entries: 1 };
const WORDINGS: readonly Wording[] = [
  { isShort: false, noteRows: 3, entries: MAX_ENTRIES },
  { isShort: false, noteRows: 2, entries: 3 },
  { isShort: true, noteRows: 2, entries: 2 },
  SHORTEST_WORDING,
];

type Sections = {
  readonly subject: readonly Line[];
  readonly form: readonly Line[];
  readonly effect: readonly Line[];
  readonly keys: readonly Line[];
};

function sectionsOf(sight: PromptSight, wording: Wording): Sections {
  const notes = { pattern: patternNotes(sight, wording), scope: scopeNotes(sight, wording) };
  const { form, isInList } = sight.prompt;
  return {
    subject: entryLines(sight, wording),
    form: ruleFormLines(form, { columns: sight.columns, notes, hasFocus: !isInList }),
    effect: effectLines(sight, wording),
    keys: textLines(keysText(sight, wording), { columns: sight.columns, tone: 'dim', most: wording.isShort ? 1 : 2 }),
  };
}

/** The focused field and the row below it: the prompt needs at least these. */
const MIN_FORM_ROWS = 2;

/** On a screen too low for all fields: those around the focused one, and the most important of the rest. */
function aroundFocus({ subject, form, effect, keys }: Sections, rows: number): readonly Line[] {
  const spare = Math.max(0, rows - MIN_FORM_ROWS);
  const above = subject.slice(0, spare);
  const below = [...effect, ...keys].slice(0, spare - above.length);
  const height = Math.max(0, rows - above.length - below.length);
  const focus = form.findIndex((line) => line[0]?.text.startsWith('❯'));
  const top = clampTop(Math.max(0, focus), { total: form.length, height });
  return [...above, ...form.slice(top, top + height), ...below];
}

function titleOf({ prompt, question }: PromptSight): string {
  const verb = prompt.form.action === 'allow' ? 'Always allow' : 'Always reject';
  return `${verb}: ${prompt.entries.length > 1 ? 'rules' : 'a rule'} for ${spelledOut(question.call.tool)}`;
}

/** One row for each part that asks, and one for the whole line: ticked rows are saved. */
function entryLines(sight: PromptSight, { entries: most }: Wording): readonly Line[] {
  const { prompt, question, columns } = sight;
  const entries = entriesOf(prompt);
  if (entries.length < 2) return onlyPartLines(sight);
  const height = Math.min(most, entries.length);
  const top = revealing(prompt.at, 0, { total: entries.length, height });
  const names = entries.map(entryName);
  const nameWidth = Math.min(Math.floor(columns * 0.42), Math.max(...names.map(widthOf)));
  const rows = entries.slice(top, top + height).map((entry, index): Line => {
    const isCurrent = top + index === prompt.at;
    const works = promptedRule(prompt, question, entry).kind === 'matches';
    const hasCursor = isCurrent && prompt.isInList;
    return [
      { text: isCurrent ? '❯' : ' ', tone: prompt.isInList ? 'accent' : 'dim' },
      { text: entry.isTicked ? '[x] ' : '[ ] ', tone: entry.isTicked ? (works ? 'good' : 'bad') : 'dim' },
      { text: padded(cutText(names[top + index] ?? '', nameWidth), nameWidth), tone: hasCursor ? 'selected' : 'plain' },
      { text: `  ${spelledOut(editedText(entry.pattern))}`, tone: entry.isTicked ? 'strong' : 'dim' },
    ];
  });
  const hidden = entries.length - height;
  return hidden > 0 && most > 1 ? [...rows, [{ text: `   ${hidden} more (PgUp/PgDn)`, tone: 'dim' }]] : rows;
}

function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

function entryName(entry: RuleEntry): string {
  const { part } = entry;
  if (part === undefined) return 'the call';
  return isWholeLine(entry) ? 'this exact line' : `part ${part.number}: ${spelledOut(cutText(part.text, 200))}`;
}

/** A single rule for a line of several commands. */
function onlyPartLines({ prompt, columns }: PromptSight): readonly Line[] {
  const { part } = promptPart(prompt);
  if (!isOneOfSeveral(part)) return [];
  return textLines(`The rule covers part ${part.number} of ${part.of}: ${quoted(part.text)}`, {
    columns,
    tone: 'accent',
    most: 1,
  });
}

function suggestionLines(prompt: RulePrompt, { columns, most }: { columns: number; most: number }): readonly Line[] {
  const { suggestions } = promptPart(prompt);
  const chosen = chosenSuggestion(prompt);
  const height = Math.min(most, suggestions.length);
  const top = revealing(chosen === -1 ? suggestions.length - 1 : chosen, 0, { total: suggestions.length, height });
  const widest = Math.max(10, Math.floor(columns * 0.6));
  return suggestions.slice(top, top + height).map(({ pattern, explanation }, index): Line => {
    const isChosen = top + index === chosen;
    return [
      { text: isChosen ? ' ● ' : ' ○ ', tone: isChosen ? 'accent' : 'dim' },
      { text: cutText(spelledOut(pattern), widest), tone: isChosen ? 'strong' : 'plain' },
      { text: `  ${spelledOut(explanation)}`, tone: 'dim' },
    ];
  });
}

function patternNotes(
  { prompted, recent, columns, prompt }: PromptSight,
  { noteRows: most }: Wording,
): readonly Line[] {
  const room = columns - LABEL_COLUMNS;
  switch (prompted.kind) {
    case 'unsound': {
      const { column, message } = prompted.problem;
      const text = `column ${column}: ${spelledOut(message)}`;
      return textLines(text, { columns: room, tone: 'bad', most: Math.min(2, most) });
    }
    case 'no-match': {
      const text = `matches this call: no${matchWord(prompt)}, so not saved · ${recentText(recent)}`;
      return textLines(text, { columns: room, tone: 'bad', most });
    }
    case 'matches': {
      const text = `matches this call: yes${matchWord(prompt)} · ${recentText(recent)}`;
      return textLines(text, { columns: room, tone: 'good', most });
    }
  }
}

/** An allow covers one part; a deny of any part denies the call. */
function matchWord(prompt: RulePrompt): string {
  const { part } = promptPart(prompt);
  return prompt.form.action === 'allow' && isOneOfSeveral(part) ? ` (part ${part.number})` : '';
}

function recentText(recent: RecentMatches): string {
  switch (recent.kind) {
    case 'counting':
      return 'counting your last calls…';
    case 'unknown':
      return 'your last calls cannot be read';
    case 'counted':
      if (recent.of === 0) return 'your log has no earlier calls to compare it with';
      return `would also have matched ${recent.matches} of your last ${plural(recent.of, 'call')}`;
  }
}

function scopeNotes({ question, prompt, file, columns }: PromptSight, { noteRows: most }: Wording): readonly Line[] {
  const room = columns - LABEL_COLUMNS;
  const unheard = unheardBecause(question, prompt.form.scope);
  return [
    ...(most > 1 || unheard === null
      ? textLines(scopeText(prompt.form.scope, file), { columns: room, tone: 'dim', most: 1 })
      : []),
    ...(unheard === null ? [] : textLines(`⚠ ${unheard}`, { columns: room, tone: 'warning', most })),
  ];
}

function effectLines(sight: PromptSight, wording: Wording): readonly Line[] {
  const { prompt, columns } = sight;
  const test = writesTest(prompt)
    ? textLines('A test of this call is saved too.', { columns, tone: 'dim', most: 1 })
    : [];
  return [...callEffectLines(sight, wording), ...test];
}

function callEffectLines({ prompt, kept, columns }: PromptSight, { isShort }: Wording): readonly Line[] {
  if (kept === null) {
    const text = prompt.entries.length > 1 ? 'Nothing is saved: tick a rule that matches.' : 'Nothing is saved.';
    return textLines(text, { columns, tone: 'bad', most: 1 });
  }
  const count = kept.rules.length === 1 ? '' : `${kept.rules.length} rules are saved. `;
  if (prompt.form.action === 'deny') {
    return textLines(`${count}This call is rejected now.`, { columns, tone: 'dim', most: 1 });
  }
  const { left } = kept;
  if (left === 0) return textLines(`${count}This call runs now.`, { columns, tone: 'dim', most: 1 });
  const text = `${count}The whole call runs now${isShort ? asksAgain(left) : isAskedAgain(left)}.`;
  return textLines(text, { columns, tone: 'warning', most: isShort ? 1 : 2 });
}

function isAskedAgain(parts: number): string {
  return `; ${plural(parts, 'other part')} will be asked about again next time`;
}

function asksAgain(parts: number): string {
  return `; ${parts} ${parts === 1 ? 'asks' : 'ask'} again`;
}

function keysText(
  { prompt: { form, withTest, isInList }, kept }: PromptSight,
  { isShort }: { isShort: boolean },
): string {
  const enter = kept !== null ? 'Enter saves' : 'Enter saves what matches';
  const arrows = isInList
    ? 'Space ticks'
    : form.focus === 'pattern'
      ? '↑↓ suggestions'
      : form.focus === 'scope'
        ? '←→ choose'
        : '↑↓ fields';
  const test = isShort || form.scope === 'session' ? '' : ` · Ctrl+T ${withTest ? 'no test' : 'also write a test'}`;
  return `${enter} · Esc back · Tab next field · ${arrows}${test}`;
}
