import type { Question } from '@caliban/gate';
import { isOneOfSeveral } from '@caliban/gate/internal/filter/because-text';
import { plural } from '@caliban/gate/internal/text/plural';
import { cutText } from '../fields/cut-text.ts';
import { LABEL_COLUMNS, ruleFormLines } from '../fields/rule-form-lines.ts';
import { clampTop, revealing } from '../fields/scroll.ts';
import { textLines, titleLine } from '../fields/section-lines.ts';
import { spelledOut } from '../fields/spelled.ts';
import type { Line } from '../screen/line.ts';
import { chosenSuggestion, type PromptedRule, promptPart, type RulePrompt } from './rule-prompt.ts';
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
  const head = [titleLine(titleOf(sight), columns), ...subjectLines(sight)];
  const form = ruleFormLines(prompt.form, {
    columns,
    notes: { pattern: patternNotes(sight), scope: scopeNotes(sight) },
  });
  const foot = [...effectLines(sight), ...keyLines(prompt, columns)];
  const room = rows - head.length - form.length - foot.length;
  if (room >= 1) return [...head, ...suggestionLines(prompt, { columns, most: room }), ...form, ...foot];
  return aroundFocus(form, rows - 1).concat(keyLines(prompt, columns).slice(0, 1));
}

/** On a screen too low for all of it: the field being written, and what stands under it. */
function aroundFocus(form: readonly Line[], rows: number): readonly Line[] {
  const focus = form.findIndex((line) => line[0]?.text.startsWith('❯'));
  return form.slice(clampTop(Math.max(0, focus), { total: form.length, height: Math.max(1, rows) })).slice(0, rows);
}

function titleOf({ prompt, question }: PromptSight): string {
  const verb = prompt.form.action === 'allow' ? 'Always allow' : 'Always reject';
  return `${verb}: a rule for ${spelledOut(question.call.tool)}`;
}

function subjectLines({ prompt, columns }: PromptSight): readonly Line[] {
  const { part } = promptPart(prompt);
  if (!isOneOfSeveral(part)) return [];
  const choice = prompt.parts.length > 1 ? ` (PgUp/PgDn: ${prompt.parts.length} parts lack a rule)` : '';
  const text = `The rule covers part ${part.number} of ${part.of}${choice}: ${quoted(part.text)}`;
  return textLines(text, { columns, tone: 'accent', most: 2 });
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

function patternNotes({ prompted, recent, columns, prompt }: PromptSight): readonly Line[] {
  const room = columns - LABEL_COLUMNS;
  switch (prompted.kind) {
    case 'unsound': {
      const { column, message } = prompted.problem;
      return textLines(`column ${column}: ${spelledOut(message)}`, { columns: room, tone: 'bad', most: 2 });
    }
    case 'no-match':
      return textLines(`matches this call: no${matchWord(prompt)} · ${recentText(recent)}`, {
        columns: room,
        tone: 'bad',
      });
    case 'matches':
      return textLines(`matches this call: yes${matchWord(prompt)} · ${recentText(recent)}`, {
        columns: room,
        tone: 'good',
      });
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

function scopeNotes({ question, prompt, columns }: PromptSight): readonly Line[] {
  const unheard = unheardBecause(question, prompt.form.scope);
  return unheard === null ? [] : textLines(`⚠ ${unheard}`, { columns: columns - LABEL_COLUMNS, tone: 'warning' });
}

function effectLines({ prompt, columns }: PromptSight): readonly Line[] {
  const { part } = promptPart(prompt);
  if (prompt.form.action === 'deny') return textLines('This call is rejected now.', { columns, tone: 'dim' });
  if (!isOneOfSeveral(part)) return textLines('This call runs now.', { columns, tone: 'dim' });
  const others = prompt.parts.length - 1;
  const later = others === 0 ? '' : `; ${plural(others, 'other part')} will be asked about again next time`;
  return textLines(`The whole call runs now${later}.`, { columns, tone: others === 0 ? 'dim' : 'warning', most: 2 });
}

function keyLines({ form }: RulePrompt, columns: number): readonly Line[] {
  const arrows = form.focus === 'pattern' ? '↑↓ suggestions' : form.focus === 'scope' ? '←→ choose' : '↑↓ fields';
  return textLines(`Enter saves · Esc back · Tab next field · ${arrows}`, { columns, tone: 'dim', most: 2 });
}
