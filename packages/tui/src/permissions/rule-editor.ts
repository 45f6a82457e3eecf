import type { ListedRule, RuleEdit, RuleEditor } from '@caliban/agent/session';
import type { Result } from '@caliban/calls';
import { spelledOut } from '@caliban/calls/text';
import { formatPattern } from '@caliban/gate';
import { ACTIONS } from '@caliban/gate/types';
import { draftOf, editForm, moveFocus, patternProblem, type RuleForm, ruleForm, SCOPES } from '../fields/rule-form.ts';
import { LABEL_COLUMNS, ruleFormLines } from '../fields/rule-form-lines.ts';
import { textLines } from '../fields/section-lines.ts';
import type { KeyPress } from '../input/key.ts';
import { EMPTY_LINE, type Line } from '../screen/line.ts';

/** A rule being added or changed. */
export type EditorState = {
  readonly form: RuleForm;
  readonly changes: ListedRule | null;
  /** Broader patterns for the same call, if the rule is made from one. */
  readonly broader: readonly string[];
  /** An untouched form shows no errors. */
  readonly isTouched: boolean;
};

/** `patterns`: for a call, the narrowest first. */
export function editorForNew([pattern = '', ...broader]: readonly string[] = []): EditorState {
  const form = ruleForm({ pattern, action: 'allow' }, { actions: ACTIONS, scopes: SCOPES, scope: 'session' });
  return { form, changes: null, broader, isTouched: false };
}

/** A rule stays in its file: its position isn't a field. */
export function editorFor(listed: ListedRule): EditorState {
  const { pattern, action, comment, reason } = listed.rule;
  const draft = {
    pattern: formatPattern(pattern),
    action,
    ...(comment === undefined ? {} : { comment }),
    ...(reason === undefined ? {} : { reason }),
  };
  return {
    form: ruleForm(draft, { actions: ACTIONS, scopes: ['session'], scope: 'session' }),
    changes: listed,
    broader: [],
    isTouched: false,
  };
}

export function editEditor(editor: EditorState, press: KeyPress): EditorState | null {
  const { form } = editor;
  if (press.kind === 'key' && press.key === 'up') return { ...editor, form: moveFocus(form, -1) };
  if (press.kind === 'key' && press.key === 'down') return { ...editor, form: moveFocus(form, 1) };
  const edited = editForm(form, press);
  return edited === null ? null : { ...editor, form: edited, isTouched: true };
}

/** Null: the pattern isn't valid yet, which is shown below it. */
export function saveEditor(
  { form, changes }: EditorState,
  rules: RuleEditor,
): Promise<Result<RuleEdit, string>> | null {
  if (patternProblem(form) !== null) return null;
  return changes === null ? rules.add(draftOf(form), form.scope) : rules.edit(changes, draftOf(form));
}

export function editorTitle({ changes }: EditorState): string {
  return changes === null ? 'Add a rule' : `Change the rule ${spelledOut(formatPattern(changes.rule.pattern))}`;
}

export function editorLines({ form, changes, broader, isTouched }: EditorState, columns: number): readonly Line[] {
  const room = columns - LABEL_COLUMNS;
  const problem = isTouched ? patternProblem(form) : null;
  const notes =
    problem === null
      ? broader.flatMap((pattern) =>
          textLines(`broader: ${spelledOut(pattern)}`, { columns: room, tone: 'dim', most: 1 }),
        )
      : textLines(`column ${problem.column}: ${spelledOut(problem.message)}`, { columns: room, tone: 'bad' });
  const scope = changes === null ? textLines(SCOPE_NOTES[form.scope], { columns: room, tone: 'dim', most: 2 }) : [];
  return [EMPTY_LINE, ...ruleFormLines(form, { columns, notes: { pattern: notes, scope } })];
}

const SCOPE_NOTES: Readonly<Record<RuleForm['scope'], string>> = {
  session: 'until caliban ends',
  local: '.caliban/permissions.local.toml: this workspace, only for you',
  project: '.caliban/permissions.toml: this workspace, for everyone who works on it',
  user: 'your permissions.toml: all your workspaces',
};

export const EDITOR_KEYS = 'Enter save · Esc back · Tab or ↑↓ next field · ←→ choose';
