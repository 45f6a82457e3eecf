import {
  noteAssignedValues,
  noteDeclaredValues,
  noteLastWord,
  notePrintedValues,
  noteUnset,
  type Sureness,
} from './assigned-values.ts';
import type { FilledNames } from './builtin-assignments.ts';
import type { Findings } from './findings.ts';
import type { AssignmentNode, Command, Word } from './parse-command-line.ts';
import { DECLARING_BUILTINS, mayFillAny } from './passes-text.ts';
import { cannotFail } from './sure-assignments.ts';

/** What a statement without a command gives to variables. */
export function noteValuesOfStatement({ prefix }: Command, findings: Findings): void {
  const isSure = findings.isSure && prefix.every(cannotFail);
  noteAll(prefix, { isSet: isSure, isAlone: isSure }, findings);
}

/** What a command leaves in variables, once it has run. */
export function noteValuesOfCommand(
  command: Command,
  name: string | null,
  operands: readonly Word[],
  { names }: FilledNames,
  findings: Findings,
): void {
  const { prefix, suffix } = command;
  const { values } = findings;
  const sureness = { isSet: findings.isSure, isAlone: false };
  values.endOfCommand();
  if (name !== null && SPECIAL_BUILTINS.has(name)) noteAll(prefix, NEITHER, findings);
  noteAll(suffix, sureness, findings);
  if (name === 'printf') findings.noteValues(() => notePrintedValues(names, operands, values));
  if (name === 'unset') noteUnset(operands, values);
  if (name !== null && DECLARING_BUILTINS.has(name)) {
    findings.noteValues(() => noteDeclaredValues(operands, values, sureness));
    findings.trustsAssignments &&= name !== 'readonly' && !operands.some(({ value }) => /^[-+]/.test(value));
  }
  if (mayFillAny(name, operands)) findings.trustsAssignments = false;
  const last = operands.at(-1) ?? command.name;
  if (last !== undefined && findings.takesLastWord) {
    const { isSure } = findings;
    findings.noteValues(() => noteLastWord(last, values, { isSet: isSure, isAlone: isSure }));
  }
}

/** What is assigned before them stays assigned, in a plain `sh`. */
const SPECIAL_BUILTINS: ReadonlySet<string> = new Set([
  ...[':', '.', 'eval', 'exec', 'export', 'readonly', 'set', 'shift', 'times', 'trap', 'unset'],
]);

const NEITHER: Sureness = { isSet: false, isAlone: false };

function noteAll(items: Command['suffix'], sureness: Sureness, findings: Findings): void {
  for (const item of items.filter(isAssignment)) {
    const note = () => noteAssignedValues(item, findings.values, sureness);
    // With every turn of a loop there is more of it, without an end.
    if (findings.repeats > 0 && grows(item)) note();
    else findings.noteValues(note);
  }
}

/** `x+=$y`, `x="$x $y"` */
function grows({ name, text }: AssignmentNode): boolean {
  return text.startsWith(`${name}+=`) || new RegExp(`\\$\\{?${name}\\b`).test(text);
}

function isAssignment(item: Command['suffix'][number]): item is AssignmentNode {
  return item.type === 'Assignment';
}
