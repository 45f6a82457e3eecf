import type { RuleDraft } from '@caliban/agent/session';
import { type Action, type PatternProblem, parsePattern, type Scope } from '@caliban/gate';
import type { KeyPress } from '../input/key.ts';
import { type EditedLine, EMPTY_TEXT, editedLine, editedText, editLine } from './edit-line.ts';

/** A rule while it is being written: in the question's sub-prompt and in the rule editor. */
export type RuleForm = {
  readonly focus: RuleField;
  readonly pattern: EditedLine;
  readonly action: Action;
  readonly scope: Scope;
  readonly comment: EditedLine;
  readonly reason: EditedLine;
  /** The possible actions; with a single one there is no field. */
  readonly actions: readonly Action[];
  readonly scopes: readonly Scope[];
};

export type RuleField = 'pattern' | 'action' | 'scope' | 'comment' | 'reason';

export const SCOPES: readonly Scope[] = ['session', 'local', 'project', 'user'];

export function ruleForm(
  { pattern, action, comment = '', reason = '' }: RuleDraft,
  { actions, scopes, scope }: { actions: readonly Action[]; scopes: readonly Scope[]; scope: Scope },
): RuleForm {
  return {
    focus: 'pattern',
    pattern: editedLine(pattern),
    action,
    scope,
    comment: comment === '' ? EMPTY_TEXT : editedLine(comment),
    reason: reason === '' ? EMPTY_TEXT : editedLine(reason),
    actions,
    scopes,
  };
}

export function fieldsOf({ actions, scopes, action }: RuleForm): readonly RuleField[] {
  return [
    'pattern',
    ...(actions.length > 1 ? (['action'] as const) : []),
    ...(scopes.length > 1 ? (['scope'] as const) : []),
    'comment',
    ...(action === 'deny' ? (['reason'] as const) : []),
  ];
}

/** The form after a key; null if the key isn't for the form (Enter, Esc and those its owner uses). */
export function editForm(form: RuleForm, press: KeyPress): RuleForm | null {
  if (press.kind === 'key' && press.key === 'tab') return moveFocus(form, press.shift ? -1 : 1);
  switch (form.focus) {
    case 'pattern':
    case 'comment':
    case 'reason': {
      const edited = editLine(form[form.focus], press);
      return edited === null ? null : { ...form, [form.focus]: edited };
    }
    case 'action':
      return withChoice(form, 'action', form.actions, press);
    case 'scope':
      return withChoice(form, 'scope', form.scopes, press);
  }
}

export function moveFocus(form: RuleForm, by: 1 | -1): RuleForm {
  const fields = fieldsOf(form);
  const at = fields.indexOf(form.focus) + by + fields.length;
  return { ...form, focus: fields[at % fields.length] ?? 'pattern' };
}

function withChoice(
  form: RuleForm,
  field: 'action' | 'scope',
  choices: readonly (Action | Scope)[],
  press: KeyPress,
): RuleForm | null {
  if (press.kind === 'paste') return null;
  const by = press.key === 'left' ? -1 : press.key === 'right' || press.key === ' ' ? 1 : 0;
  if (by === 0) return null;
  const at = choices.indexOf(form[field]) + by + choices.length;
  return { ...form, [field]: choices[at % choices.length] };
}

/** Null: the pattern is valid. */
export function patternProblem(form: RuleForm): PatternProblem | null {
  const parsed = parsePattern(editedText(form.pattern));
  return parsed.ok ? null : parsed.error;
}

export function draftOf(form: RuleForm): RuleDraft {
  const comment = editedText(form.comment).trim();
  const reason = form.action === 'deny' ? editedText(form.reason).trim() : '';
  return {
    pattern: editedText(form.pattern),
    action: form.action,
    ...(comment === '' ? {} : { comment }),
    ...(reason === '' ? {} : { reason }),
  };
}
