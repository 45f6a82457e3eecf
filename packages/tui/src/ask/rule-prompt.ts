import type { Answer, KeptRule, Part, Question } from '@caliban/gate';
import {
  type AskedPart,
  isWholeLine,
  offeredRules,
  partsLeft,
  preselectedPattern,
  type RuleWish,
  testedCall,
  type WishedRule,
  wishedRule,
  withoutTick,
  withTick,
} from '@caliban/gate/inspect';
import { type EditedLine, editedLine, editedText } from '../fields/edit-line.ts';
import { draftOf, editForm, fieldsOf, moveFocus, type RuleForm, ruleForm, SCOPES } from '../fields/rule-form.ts';
import type { KeyPress } from '../input/key.ts';

/** The rules behind "always" while they are being written: one for each part that asks, or one for exactly this line. */
export type RulePrompt = {
  readonly entries: readonly RuleEntry[];
  /** The entry whose pattern is in the form. */
  readonly at: number;
  /** The list of entries has the focus, not a field of the form. */
  readonly isInList: boolean;
  /** All parts that ask, including those without suggestions. */
  readonly asking: readonly Part[];
  readonly form: RuleForm;
  /** A test of the call is saved with the rule. */
  readonly withTest: boolean;
};

export type RuleEntry = AskedPart & {
  /** As last edited; the current text of the entry at `at` is in the form. */
  readonly pattern: EditedLine;
  /** It will be saved. */
  readonly isTicked: boolean;
};

/** The default scope: it applies only to this workspace and is in no shared file, the least that "always" can mean. */
const FIRST_SCOPE = 'local';

export function openPrompt(
  action: 'allow' | 'deny',
  { question, parts, asking }: { question: Question; parts: readonly AskedPart[]; asking: readonly Part[] },
): RulePrompt {
  const entries = offeredRules(question, parts, action).map(
    (offered): RuleEntry => ({ ...offered, pattern: editedLine(preselectedPattern(offered)) }),
  );
  const form = ruleForm(
    { pattern: preselectedPattern(entries[0]), action },
    { actions: [action], scopes: SCOPES, scope: FIRST_SCOPE },
  );
  return {
    entries,
    at: 0,
    isInList: entries.length > 1,
    asking,
    form,
    withTest: false,
  };
}

/** The entry whose pattern is being written. */
export function promptPart({ entries, at }: RulePrompt): AskedPart {
  return entries[at] ?? { part: undefined, suggestions: [] };
}

/** With the current pattern of the form. */
export function entriesOf({ entries, at, form }: RulePrompt): readonly RuleEntry[] {
  return entries.map((entry, index) => (index === at ? { ...entry, pattern: form.pattern } : entry));
}

/** The suggestion that the field contains unchanged; -1 once it has been edited. */
export function chosenSuggestion(prompt: RulePrompt): number {
  const text = editedText(prompt.form.pattern);
  return promptPart(prompt).suggestions.findIndex(({ pattern }) => pattern === text);
}

/** The prompt after a key; null if the key isn't for the prompt. */
export function editPrompt(prompt: RulePrompt, press: KeyPress): RulePrompt | null {
  if (press.kind === 'paste') return withForm(prompt, press);
  const { key, ctrl, alt, shift } = press;
  if (ctrl && key === 't') return { ...prompt, withTest: !prompt.withTest };
  if (key === 'tab') return moveTo(prompt, shift ? -1 : 1);
  if (!ctrl && !alt) {
    switch (key) {
      case 'pageup':
        return atEntry(prompt, prompt.at - 1);
      case 'pagedown':
        return atEntry(prompt, prompt.at + 1);
      case 'up':
        return prompt.isInList ? atEntry(prompt, prompt.at - 1) : upOrDown(prompt, -1);
      case 'down':
        return prompt.isInList ? atEntry(prompt, prompt.at + 1) : upOrDown(prompt, 1);
      case ' ':
        if (prompt.isInList) return ticked(prompt);
    }
  }
  return withForm(prompt, press);
}

/** Text typed in the list goes to the pattern of the selected entry. */
function withForm(prompt: RulePrompt, press: KeyPress): RulePrompt | null {
  const form = editForm(prompt.form, press);
  if (form === null) return null;
  const isWritten = editedText(form.pattern) !== editedText(prompt.form.pattern);
  const edited = { ...prompt, form, isInList: false };
  return isWritten ? tick(edited) : edited;
}

/** The list of parts, if there is one, comes before the first field. */
function moveTo(prompt: RulePrompt, by: 1 | -1): RulePrompt {
  if (prompt.entries.length < 2) return { ...prompt, form: moveFocus(prompt.form, by) };
  const fields = fieldsOf(prompt.form);
  const [first = 'pattern'] = fields;
  const last = fields.at(-1) ?? first;
  if (prompt.isInList) return { ...prompt, isInList: false, form: { ...prompt.form, focus: by === 1 ? first : last } };
  if (prompt.form.focus === (by === 1 ? last : first)) return { ...prompt, isInList: true };
  return { ...prompt, form: moveFocus(prompt.form, by) };
}

/** Moves through the suggestions while the pattern has the focus, else from field to field. */
function upOrDown(prompt: RulePrompt, by: 1 | -1): RulePrompt {
  if (prompt.form.focus !== 'pattern') return moveTo(prompt, by);
  const { suggestions } = promptPart(prompt);
  const chosen = chosenSuggestion(prompt);
  const next = chosen === -1 ? suggestions.length - 1 : chosen + by;
  const suggestion = suggestions[next];
  if (suggestion === undefined) return prompt;
  return tick({ ...prompt, form: { ...prompt.form, pattern: editedLine(suggestion.pattern) } });
}

function atEntry(prompt: RulePrompt, at: number): RulePrompt {
  const entries = entriesOf(prompt);
  const entry = entries[at];
  if (entry === undefined) return prompt;
  return { ...prompt, entries, at, form: { ...prompt.form, pattern: entry.pattern, focus: 'pattern' } };
}

function ticked(prompt: RulePrompt): RulePrompt {
  const entry = prompt.entries[prompt.at];
  if (entry === undefined) return prompt;
  return entry.isTicked ? { ...prompt, entries: withoutTick(prompt.entries, prompt.at) } : tick(prompt);
}

/** Writing a pattern ticks its entry. */
function tick(prompt: RulePrompt): RulePrompt {
  return { ...prompt, entries: withTick(prompt.entries, prompt.at, isWholeLine) };
}

/** A session rule is in no file. */
export function writesTest({ withTest, form }: RulePrompt): boolean {
  return withTest && form.scope !== 'session';
}

export function promptedRule(prompt: RulePrompt, { call }: Question, { pattern, part }: RuleEntry): WishedRule {
  return wishedRule(editedText(pattern), wishOf(prompt), { call, parts: [part] });
}

function wishOf({ form }: RulePrompt): RuleWish {
  const { pattern: _, action, ...notes } = draftOf(form);
  return { action: action === 'deny' ? 'deny' : 'allow', scope: form.scope, ...notes };
}

/** All ticked entries; null if one of them can't be saved, or none is ticked. */
export type PromptedRules = {
  readonly rules: readonly (KeptRule & { readonly entry: RuleEntry })[];
  /** The number of parts they don't cover, which will ask again. */
  readonly left: number;
};

export function promptedRules(prompt: RulePrompt, question: Question): PromptedRules | null {
  const wanted = entriesOf(prompt).filter(({ isTicked }) => isTicked);
  const rules = wanted.flatMap((entry): PromptedRules['rules'] => {
    const prompted = promptedRule(prompt, question, entry);
    if (prompted.kind !== 'matches') return [];
    const testOf = prompt.withTest ? testedCall(wishOf(prompt), question.call, entry.part) : null;
    return [{ rule: prompted.rule, entry, ...(testOf === null ? {} : { testOf }) }];
  });
  if (rules.length === 0 || rules.length < wanted.length) return null;
  const allows = rules.map(({ rule }) => rule);
  return { rules, left: partsLeft(allows, question.call, prompt.asking) };
}

/** The answer that saves all ticked entries. */
export function alwaysAnswer(prompt: RulePrompt, question: Question): Extract<Answer, { kind: 'always' }> | null {
  const kept = promptedRules(prompt, question)?.rules.map(({ entry: _, ...rule }) => rule) ?? [];
  const [first, ...also] = kept;
  if (first === undefined) return null;
  const { scope } = prompt.form;
  return { kind: 'always', ...first, scope, by: 'operator', ...(also.length === 0 ? {} : { also }) };
}
