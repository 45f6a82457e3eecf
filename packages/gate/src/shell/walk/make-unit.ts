import type { Assignment, Unit } from '../../types/command-line.ts';
import { isOpen, settledLater } from '../interpret/settled-texts.ts';
import type { AssignmentNode, Command, Word } from '../parse/parse-command-line.ts';
import { assignmentAsWritten, assignmentPlain, asWritten, isLiteral, literalName, runsOn } from '../parse/read-word.ts';
import type { Findings } from './findings.ts';

/** The unit a simple command is judged as. */
export function makeUnit(command: Command, name: Word, findings: Findings): Unit {
  const { text } = findings;
  let words = asWritten(name);
  let plain = name.value;
  let { end } = name;
  for (const argument of command.suffix) {
    const blank = argument.pos === end ? '' : ' ';
    if (argument.type === 'Word') {
      words += blank + asWritten(argument);
      plain += blank + argument.value;
    } else if (argument.type === 'Assignment') {
      words += blank + assignmentAsWritten(argument);
      plain += blank + assignmentPlain(argument);
    }
    end = argument.end;
  }
  const assignments = prefixAssignments(command);
  const commandName = runsOn(name, text) ? null : literalName(name);
  return {
    text: assignments.length === 0 ? words : `${assignments.map((assignment) => assignment.text).join(' ')} ${words}`,
    raw: text.slice(command.pos, command.end),
    plain,
    name: commandName,
    assignments,
    words,
    ...(commandName === null || isOpen(command) ? { settled: settledLater(command, name, findings) } : {}),
  };
}

export function prefixAssignments({ prefix }: Command): readonly Assignment[] {
  if (prefix.length === 0) return NONE;
  return prefix.flatMap((item) => (item.type === 'Assignment' ? [makeAssignment(item)] : []));
}

const NONE: readonly Assignment[] = [];

function makeAssignment(node: AssignmentNode): Assignment {
  return { name: node.name, text: assignmentAsWritten(node), value: literalValue(node.value) };
}

/** A tilde at the start, or after a colon, stands for a directory. */
function literalValue(value: AssignmentNode['value']): string | null {
  if (value.type !== 'Word' || !isLiteral(value) || /(?:^|:)~/.test(value.text)) return null;
  return value.value;
}
