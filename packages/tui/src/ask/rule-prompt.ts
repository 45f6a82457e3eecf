import type { ToolCall } from '@caliban/calls';
import type { Answer, KeptRule, Part, PatternProblem, Question, Rule } from '@caliban/gate';
import { parsePattern } from '@caliban/gate';
import { type AskedPart, LAYER_OF, linePattern, ruleMatcher, uncovered } from '@caliban/gate/inspect';
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
  const withRules = parts.filter(({ suggestions }) => suggestions.length > 0);
  const own: readonly RuleEntry[] = withRules.map((part, index) => ({
    ...part,
    pattern: editedLine(preselected(part)),
    // A deny of one part rejects the whole line; an allow needs all of them.
    isTicked: action === 'allow' || index === 0,
  }));
  const entries = [...own, ...lineEntry(question, withRules)];
  const form = ruleForm(
    { pattern: preselected(withRules[0]), action },
    { actions: [action], scopes: SCOPES, scope: FIRST_SCOPE },
  );
  return {
    entries,
    at: 0,
    isInList: entries.length > 1,
    asking: asking.filter(({ kind }) => kind !== 'line'),
    form,
    withTest: false,
  };
}

/** "This exact line", if the call is a line of several commands. */
function lineEntry({ call }: Question, parts: readonly AskedPart[]): readonly RuleEntry[] {
  const isOfSeveral = parts.some(({ part }) => part !== undefined && part.of > 1);
  const pattern = isOfSeveral && call.subject.kind === 'command-line' ? linePattern(call) : null;
  if (pattern === null || call.subject.kind !== 'command-line') return [];
  const part: Part = { kind: 'line', text: call.subject.line.source.trim(), number: 1, of: 1 };
  const suggestions = [{ pattern, explanation: 'exactly this line, and nothing else', preselected: true }];
  return [{ part, suggestions, pattern: editedLine(pattern), isTicked: false }];
}

function preselected(part: AskedPart | undefined): string {
  return part?.suggestions.find((suggestion) => suggestion.preselected)?.pattern ?? '';
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
  return entry.isTicked ? withTicks(prompt, (each, index) => index !== prompt.at && each.isTicked) : tick(prompt);
}

/** Writing a pattern ticks its entry. The whole line and its parts exclude each other. */
function tick(prompt: RulePrompt): RulePrompt {
  const isLine = isWholeLine(prompt.entries[prompt.at]);
  return withTicks(prompt, (each, index) => index === prompt.at || (each.isTicked && isWholeLine(each) === isLine));
}

function withTicks(prompt: RulePrompt, isTicked: (entry: RuleEntry, index: number) => boolean): RulePrompt {
  return {
    ...prompt,
    entries: prompt.entries.map((entry, index) => ({ ...entry, isTicked: isTicked(entry, index) })),
  };
}

export function isWholeLine(entry: AskedPart | undefined): boolean {
  return entry?.part?.kind === 'line';
}

/** A session rule is in no file. */
export function writesTest({ withTest, form }: RulePrompt): boolean {
  return withTest && form.scope !== 'session';
}

/** What would be saved for one entry, or what keeps it from being saved. */
export type PromptedRule =
  | { readonly kind: 'unsound'; readonly problem: PatternProblem }
  | { readonly kind: 'no-match'; readonly rule: Rule }
  | { readonly kind: 'matches'; readonly rule: Rule };

export function promptedRule(prompt: RulePrompt, { call }: Question, entry: RuleEntry): PromptedRule {
  const { pattern: _, action, ...notes } = draftOf(prompt.form);
  const pattern = parsePattern(editedText(entry.pattern));
  if (!pattern.ok) return { kind: 'unsound', problem: pattern.error };
  const rule: Rule = { pattern: pattern.value, action, source: { layer: LAYER_OF[prompt.form.scope] }, ...notes };
  return ruleMatcher(rule, foldingOf(call))(call, entry.part) ? { kind: 'matches', rule } : { kind: 'no-match', rule };
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
    const testOf = testedCall(prompt, question, entry);
    return [{ rule: prompted.rule, entry, ...(testOf === null ? {} : { testOf }) }];
  });
  if (rules.length === 0 || rules.length < wanted.length) return null;
  const { call } = question;
  const allows = rules.map(({ rule }) => rule);
  return { rules, left: uncovered(allows, call, prompt.asking, foldingOf(call)).length };
}

function foldingOf({ context }: ToolCall): { readonly foldPaths: boolean } {
  return { foldPaths: context.foldsCase === true };
}

/** The call for a test, limited to the fields of the rule; null: no test is wanted, or there is no file for it. */
function testedCall(
  prompt: RulePrompt,
  { call }: Question,
  { part }: RuleEntry,
): NonNullable<KeptRule['testOf']> | null {
  if (!writesTest(prompt)) return null;
  const isOfPart = prompt.form.action === 'allow' && part?.kind === 'command' && part.of > 1;
  return { tool: call.tool, input: isOfPart ? { command: part.text } : call.input };
}

/** The answer that saves all ticked entries. */
export function alwaysAnswer(prompt: RulePrompt, question: Question): Extract<Answer, { kind: 'always' }> | null {
  const kept = promptedRules(prompt, question)?.rules.map(({ entry: _, ...rule }) => rule) ?? [];
  const [first, ...also] = kept;
  if (first === undefined) return null;
  const { scope } = prompt.form;
  return { kind: 'always', ...first, scope, by: 'operator', ...(also.length === 0 ? {} : { also }) };
}
