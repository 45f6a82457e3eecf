import { type Line, lineText, type Span } from '../screen/line.ts';
import type { EditedLine } from './edit-line.ts';
import { fieldsOf, type RuleField, type RuleForm } from './rule-form.ts';
import { textFieldLine } from './text-field.ts';

const LABELS: Readonly<Record<RuleField, string>> = {
  pattern: 'Pattern',
  action: 'Action',
  scope: 'Scope',
  comment: 'Comment',
  reason: 'Reason',
};

const HINTS: Readonly<Record<RuleField, string>> = {
  pattern: 'Tool, Tool:glob or Tool(glob)',
  action: '',
  scope: '',
  comment: 'for people; never shown to the model',
  reason: 'what the model reads instead of the generic sentence',
};

/** The longest label plus a blank on each side. */
export const LABEL_COLUMNS = 10;

/** The fields below each other; `notes` are put under their fields. */
export function ruleFormLines(
  form: RuleForm,
  {
    columns,
    notes = {},
    hasFocus = true,
  }: {
    readonly columns: number;
    readonly notes?: Partial<Record<RuleField, readonly Line[]>>;
    /** False while something other than the form has the focus. */
    readonly hasFocus?: boolean;
  },
): readonly Line[] {
  const focus = hasFocus ? form.focus : null;
  return fieldsOf(form).flatMap((field): readonly Line[] => [
    [label(field, focus === field), ...fieldValue(form, field, { focus, columns: columns - LABEL_COLUMNS })],
    ...(notes[field] ?? []).map((note): Line => [{ text: ' '.repeat(LABEL_COLUMNS), tone: 'plain' }, ...note]),
  ]);
}

function label(field: RuleField, hasFocus: boolean): Span {
  return {
    text: `${hasFocus ? '❯' : ' '}${LABELS[field].padEnd(LABEL_COLUMNS - 1)}`,
    tone: hasFocus ? 'accent' : 'dim',
  };
}

function fieldValue(
  form: RuleForm,
  field: RuleField,
  { focus, columns }: { readonly focus: RuleField | null; readonly columns: number },
): Line {
  const hasFocus = focus === field;
  const textField = (text: EditedLine) => textFieldLine({ text, columns, hasFocus, hint: HINTS[field] });
  switch (field) {
    case 'pattern':
    case 'comment':
    case 'reason':
      return textField(form[field]);
    case 'action':
      return choiceLine(form.actions, form.action, columns);
    case 'scope':
      return choiceLine(form.scopes, form.scope, columns);
  }
}

/**
 * If not all choices fit, the row begins with the selected one, so that it isn't cut off. The sign in front of it replaces the
 * choices before it, as the one at the end does for those after it.
 */
function choiceLine(choices: readonly string[], chosen: string, columns: number): Line {
  const line = choices.map((choice, index): Span => {
    if (choice === chosen) return { text: `[${choice}]`, tone: 'strong' };
    return { text: index === choices.length - 1 ? ` ${choice}` : ` ${choice} `, tone: 'dim' };
  });
  const at = choices.indexOf(chosen);
  if (lineText(line).length <= columns || at === 0) return line;
  return [{ text: '…', tone: 'dim' }, ...line.slice(at)];
}
