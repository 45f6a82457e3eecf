import { formatPattern, type Result } from '@caliban/gate';
import { ACTIONS } from '@caliban/gate/internal/types/rule';
import { draftOf, editForm, moveFocus, patternProblem, type RuleForm, ruleForm, SCOPES } from '../fields/rule-form.ts';
import { LABEL_COLUMNS, ruleFormLines } from '../fields/rule-form-lines.ts';
import { textLines, titleLine } from '../fields/section-lines.ts';
import { spelledOut } from '../fields/spelled.ts';
import type { KeyPress } from '../input/key.ts';
import type { DeskChange, DeskRule, RuleDesk } from '../ports.ts';
import type { Line } from '../screen/line.ts';

/** A rule being added, or a rule being changed. */
export type RuleEditor = { readonly form: RuleForm; readonly changes: DeskRule | null };

export function editorForNew(): RuleEditor {
  const form = ruleForm({ pattern: '', action: 'allow' }, { actions: ACTIONS, scopes: SCOPES, scope: 'session' });
  return { form, changes: null };
}

/** A rule stays in its file: where it stands is no field. */
export function editorFor(desk: DeskRule): RuleEditor {
  const { pattern, action, comment, reason } = desk.rule;
  const draft = {
    pattern: formatPattern(pattern),
    action,
    ...(comment === undefined ? {} : { comment }),
    ...(reason === undefined ? {} : { reason }),
  };
  return { form: ruleForm(draft, { actions: ACTIONS, scopes: ['session'], scope: 'session' }), changes: desk };
}

export function editEditor(editor: RuleEditor, press: KeyPress): RuleEditor | null {
  const { form } = editor;
  if (press.kind === 'key' && press.key === 'up') return { ...editor, form: moveFocus(form, -1) };
  if (press.kind === 'key' && press.key === 'down') return { ...editor, form: moveFocus(form, 1) };
  const edited = editForm(form, press);
  return edited === null ? null : { ...editor, form: edited };
}

/** Null: the pattern is not sound yet, and that is shown under it. */
export function saveEditor({ form, changes }: RuleEditor, desk: RuleDesk): Promise<Result<DeskChange, string>> | null {
  if (patternProblem(form) !== null) return null;
  return changes === null ? desk.add(draftOf(form), form.scope) : desk.edit(changes, draftOf(form));
}

export function editorLines({ form, changes }: RuleEditor, columns: number): readonly Line[] {
  const title = changes === null ? 'Add a rule' : `Change the rule ${spelledOut(formatPattern(changes.rule.pattern))}`;
  const problem = patternProblem(form);
  const notes =
    problem === null
      ? []
      : textLines(`column ${problem.column}: ${spelledOut(problem.message)}`, {
          columns: columns - LABEL_COLUMNS,
          tone: 'bad',
        });
  const scope = textLines(SCOPE_NOTES[form.scope], { columns: columns - LABEL_COLUMNS, tone: 'dim', most: 2 });
  return [titleLine(title, columns), ...ruleFormLines(form, { columns, notes: { pattern: notes, scope } })];
}

const SCOPE_NOTES: Readonly<Record<RuleForm['scope'], string>> = {
  session: 'holds from now on, until caliban ends',
  local: 'this workspace, only for you; counts from the next start',
  project: 'this workspace, for everybody who shares it; counts from the next start',
  user: 'all your workspaces; counts from the next start',
};

export const EDITOR_KEYS = 'Enter save · Esc back · Tab or ↑↓ next field · ←→ choose';
