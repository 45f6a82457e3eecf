import type { Question } from '@caliban/gate';
import { isOneOfSeveral } from '@caliban/gate/internal/filter/because-text';
import { plural } from '@caliban/gate/internal/text/plural';
import { cutText } from '../fields/cut-text.ts';
import { LABEL_COLUMNS, ruleFormLines } from '../fields/rule-form-lines.ts';
import { clampTop, revealing } from '../fields/scroll.ts';
import { textLines, titleLine } from '../fields/section-lines.ts';
import { spelledOut } from '../fields/spelled.ts';
import type { Line } from '../screen/line.ts';
import { chosenSuggestion, type PromptedRule, promptPart, type RulePrompt, writesTest } from './rule-prompt.ts';
import { unheardBecause } from './unheard.ts';
import type { RecentMatches } from './use-recent-matches.ts';
import { quoted } from './why-lines.ts';

export type PromptSight = {
  readonly question: Question;
  readonly prompt: RulePrompt;
  readonly prompted: PromptedRule;
  readonly recent: RecentMatches;
  readonly columns: number;
  readonly rows: number;
};

/** The sub-prompt: what the rule is for, suggestions, its fields, and what saving it will do. */
export function rulePromptLines(sight: PromptSight): readonly Line[] {
  const { prompt, columns, rows } = sight;
  const title = titleLine(titleOf(sight), columns);
  const fewest = Math.min(1, promptPart(prompt).suggestions.length);
  for (const wording of WORDINGS) {
    const { subject, form, effect, keys } = sectionsOf(sight, wording);
    const room = rows - 1 - subject.length - form.length - effect.length - keys.length;
    if (room < fewest) continue;
    const suggestions = suggestionLines(prompt, { columns, most: room });
    return [title, ...subject, ...suggestions, ...form, ...effect, ...keys];
  }
  return [title, ...aroundFocus(sectionsOf(sight, SHORTEST), rows - 1)];
}

/** How much is said, and on how many rows at most. */
type Wording = { readonly isShort: boolean; readonly noteRows: number };

const SHORTEST: Wording = { isShort: true, noteRows: 1 };
const WORDINGS: readonly Wording[] = [{ isShort: false, noteRows: 3 }, { isShort: true, noteRows: 2 }, SHORTEST];

type Sections = {
  readonly subject: readonly Line[];
  readonly form: readonly Line[];
  readonly effect: readonly Line[];
  readonly keys: readonly Line[];
};

function sectionsOf(sight: PromptSight, wording: Wording): Sections {
  const notes = { pattern: patternNotes(sight, wording), scope: scopeNotes(sight, wording) };
  return {
    subject: subjectLines(sight, wording),
    form: ruleFormLines(sight.prompt.form, { columns: sight.columns, notes }),
    effect: effectLines(sight, wording),
    keys: keyLines(sight, wording),
  };
}

/** The field being written and what stands under it: less than that is no prompt. */
const LEAST_FORM = 2;

/** On a screen too low for all fields: those around the one being written, and of the rest what tells most. */
function aroundFocus({ subject, form, effect, keys }: Sections, rows: number): readonly Line[] {
  const spare = Math.max(0, rows - LEAST_FORM);
  const above = subject.slice(0, spare);
  const below = [...effect, ...keys].slice(0, spare - above.length);
  const height = Math.max(0, rows - above.length - below.length);
  const focus = form.findIndex((line) => line[0]?.text.startsWith('❯'));
  const top = clampTop(Math.max(0, focus), { total: form.length, height });
  return [...above, ...form.slice(top, top + height), ...below];
}

function titleOf({ prompt, question }: PromptSight): string {
  const verb = prompt.form.action === 'allow' ? 'Always allow' : 'Always reject';
  return `${verb}: a rule for ${spelledOut(question.call.tool)}`;
}

function subjectLines({ prompt, columns }: PromptSight, { isShort }: Wording): readonly Line[] {
  const { part } = promptPart(prompt);
  if (!isOneOfSeveral(part)) return [];
  const where = `part ${part.number} of ${part.of}`;
  const { length } = prompt.asking;
  const long = `The rule covers ${where}${length > 1 ? ` (PgUp/PgDn: ${length} parts lack a rule)` : ''}`;
  const short = `For ${where}${length > 1 ? ' (PgUp/PgDn)' : ''}`;
  return textLines(`${isShort ? short : long}: ${quoted(part.text)}`, {
    columns,
    tone: 'accent',
    most: isShort ? 1 : 2,
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

/** An allow is for one part; a deny of any part denies the call. */
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
      return `would also have matched ${recent.matches} of your last ${plural(recent.of, 'call')}`;
  }
}

function scopeNotes({ question, prompt, columns }: PromptSight, { noteRows: most }: Wording): readonly Line[] {
  const unheard = unheardBecause(question, prompt.form.scope);
  return unheard === null ? [] : textLines(`⚠ ${unheard}`, { columns: columns - LABEL_COLUMNS, tone: 'warning', most });
}

function effectLines(sight: PromptSight, wording: Wording): readonly Line[] {
  const { prompt, columns } = sight;
  const test = writesTest(prompt)
    ? textLines('A test of this call is saved too.', { columns, tone: 'dim', most: 1 })
    : [];
  return [...callEffectLines(sight, wording), ...test];
}

function callEffectLines({ prompt, prompted, columns }: PromptSight, { isShort }: Wording): readonly Line[] {
  const { part } = promptPart(prompt);
  if (prompt.form.action === 'deny') return textLines('This call is rejected now.', { columns, tone: 'dim', most: 1 });
  if (!isOneOfSeveral(part)) return textLines('This call runs now.', { columns, tone: 'dim', most: 1 });
  const others = prompted.kind === 'matches' ? prompted.left : prompt.asking.length - 1;
  const text = `The whole call runs now${others === 0 ? '' : isShort ? asksAgain(others) : isAskedAgain(others)}.`;
  return textLines(text, { columns, tone: others === 0 ? 'dim' : 'warning', most: isShort ? 1 : 2 });
}

function isAskedAgain(parts: number): string {
  return `; ${plural(parts, 'other part')} will be asked about again next time`;
}

function asksAgain(parts: number): string {
  return `; ${parts} ${parts === 1 ? 'asks' : 'ask'} again`;
}

function keyLines(
  { prompt: { form, withTest }, prompted, columns }: PromptSight,
  { isShort }: Wording,
): readonly Line[] {
  const arrows = form.focus === 'pattern' ? '↑↓ suggestions' : form.focus === 'scope' ? '←→ choose' : '↑↓ fields';
  const enter = prompted.kind === 'matches' ? 'Enter saves' : 'Enter saves what matches';
  const test = isShort || form.scope === 'session' ? '' : ` · Ctrl+T ${withTest ? 'no test' : 'also write a test'}`;
  const text = `${enter} · Esc back · Tab next field · ${arrows}${test}`;
  return textLines(text, { columns, tone: 'dim', most: isShort ? 1 : 2 });
}
