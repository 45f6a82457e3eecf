import { type Part, type PatternProblem, parsePattern, type Question, type Rule, type ToolCall } from '@caliban/gate';
import { editedLine, editedText } from '../fields/edit-line.ts';
import { draftOf, editForm, moveFocus, type RuleForm, ruleForm, SCOPES } from '../fields/rule-form.ts';
import type { KeyPress } from '../input/key.ts';
import type { AskedPart } from './asked-parts.ts';
import { ruleMatcher, uncovered } from './rule-matcher.ts';
import { LAYER_OF } from './unheard.ts';

/** The rule behind "always", while it is being written. */
export type RulePrompt = {
  readonly parts: readonly AskedPart[];
  /** All that ask, also those for which nothing is offered. */
  readonly asking: readonly Part[];
  /** Which of the parts the rule is for. */
  readonly at: number;
  readonly form: RuleForm;
  /** A test of the call is written beside the rule. */
  readonly withTest: boolean;
};

/** Kept at hand for this workspace, and in no file that others share: what "always" means at the least. */
const FIRST_SCOPE = 'local';

export function openPrompt(action: 'allow' | 'deny', parts: readonly AskedPart[], asking: readonly Part[]): RulePrompt {
  const withRules = parts.filter(({ suggestions }) => suggestions.length > 0);
  const form = ruleForm(
    { pattern: preselected(withRules[0]), action },
    { actions: [action], scopes: SCOPES, scope: FIRST_SCOPE },
  );
  return { parts: withRules, asking: asking.filter(({ kind }) => kind !== 'line'), at: 0, form, withTest: false };
}

function preselected(part: AskedPart | undefined): string {
  return part?.suggestions.find((suggestion) => suggestion.preselected)?.pattern ?? '';
}

export function promptPart({ parts, at }: RulePrompt): AskedPart {
  return parts[at] ?? { part: undefined, suggestions: [] };
}

/** The suggestion that stands in the field as it was made; -1 once it has been edited. */
export function chosenSuggestion(prompt: RulePrompt): number {
  const text = editedText(prompt.form.pattern);
  return promptPart(prompt).suggestions.findIndex(({ pattern }) => pattern === text);
}

/** What the key makes of the prompt; null when it is not for the prompt. */
export function editPrompt(prompt: RulePrompt, press: KeyPress): RulePrompt | null {
  if (press.kind === 'key' && press.ctrl && press.key === 't') return { ...prompt, withTest: !prompt.withTest };
  if (press.kind === 'key' && !press.ctrl && !press.alt) {
    switch (press.key) {
      case 'up':
      case 'down':
        return upOrDown(prompt, press.key === 'up' ? -1 : 1);
      case 'pageup':
        return forPart(prompt, prompt.at - 1);
      case 'pagedown':
        return forPart(prompt, prompt.at + 1);
    }
  }
  const form = editForm(prompt.form, press);
  return form === null ? null : { ...prompt, form };
}

/** Through the suggestions while the pattern has the focus, else from field to field. */
function upOrDown(prompt: RulePrompt, by: 1 | -1): RulePrompt {
  if (prompt.form.focus !== 'pattern') return { ...prompt, form: moveFocus(prompt.form, by) };
  const { suggestions } = promptPart(prompt);
  const chosen = chosenSuggestion(prompt);
  const next = chosen === -1 ? suggestions.length - 1 : chosen + by;
  const suggestion = suggestions[next];
  if (suggestion === undefined) return prompt;
  return { ...prompt, form: { ...prompt.form, pattern: editedLine(suggestion.pattern) } };
}

function forPart(prompt: RulePrompt, at: number): RulePrompt {
  const part = prompt.parts[at];
  if (part === undefined) return prompt;
  return { ...prompt, at, form: { ...prompt.form, pattern: editedLine(preselected(part)), focus: 'pattern' } };
}

/** The call that a test is about, as far as the rule is about it; null: no test is wanted, or there is no file for it. */
export function testedCall(prompt: RulePrompt, { call }: Question): Pick<ToolCall, 'tool' | 'input'> | null {
  if (!writesTest(prompt)) return null;
  const { part } = promptPart(prompt);
  const isOfPart = prompt.form.action === 'allow' && part?.kind === 'command' && part.of > 1;
  return { tool: call.tool, input: isOfPart ? { command: part.text } : call.input };
}

/** A rule of the session is in no file. */
export function writesTest({ withTest, form }: RulePrompt): boolean {
  return withTest && form.scope !== 'session';
}

/** What would be saved, or what keeps it from being saved. */
export type PromptedRule =
  | { readonly kind: 'unsound'; readonly problem: PatternProblem }
  | { readonly kind: 'no-match'; readonly rule: Rule }
  /** `left`: parts of the call that it does not cover, and that will ask again. */
  | { readonly kind: 'matches'; readonly rule: Rule; readonly left: number };

export function promptedRule(prompt: RulePrompt, { call }: Question): PromptedRule {
  const { pattern: text, action, ...notes } = draftOf(prompt.form);
  const pattern = parsePattern(text);
  if (!pattern.ok) return { kind: 'unsound', problem: pattern.error };
  const rule: Rule = { pattern: pattern.value, action, source: { layer: LAYER_OF[prompt.form.scope] }, ...notes };
  const options = { foldPaths: call.surroundings.foldsCase === true };
  if (!ruleMatcher(rule, options)(call, promptPart(prompt).part)) return { kind: 'no-match', rule };
  return { kind: 'matches', rule, left: uncovered(rule, call, prompt.asking, options).length };
}
