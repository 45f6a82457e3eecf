import { quoted } from '../../text/quoted.ts';
import type { ParameterExpansionPart, ParameterOperation, Word, WordPart } from '../parse/parse-command-line.ts';
import { asWritten, isLiteral } from '../parse/read-word.ts';
import type { Findings } from './findings.ts';
import { checkQualifier, walkEvaluatedWord } from './walk-words.ts';

/** `${…}` */
export function walkParameter(part: ParameterExpansionPart, findings: Findings): void {
  const { text, parameter, prefix, index, operation } = part;
  if (parameter === '') findings.addProblem(`${quoted(text)} is not understood`);
  if (prefix === '!' && !listsNames(part)) findings.addProblem(`${quoted(text)} evaluates what its variable holds`);
  // Where it counts as arithmetic, quotes inside of it quote nothing.
  if (/[<>]\(/.test(text)) findings.addProblem('a process substitution inside `${…}`');
  if (index !== undefined) walkEvaluatedWord(index, findings);
  findings.counts ||=
    (index !== undefined && !isNumber(index)) || operation?.type === 'Slice' || operation?.type === 'Replace';
  findings.evaluates ||= operation?.type === 'Default' && operation.operator.endsWith('=');
  if (operation !== undefined) walkOperation(operation, part, findings);
}

/** Nothing in it has a value to be worked out. */
function isNumber({ text }: Word): boolean {
  return /^(?:\s*-?\d+|[@*])$/.test(text);
}

/** The keys of an array, and the variables whose names start alike. */
function listsNames({ index, operation }: ParameterExpansionPart): boolean {
  if (operation !== undefined) return operation.type === 'Names' && index === undefined;
  return index?.text === '@' || index?.text === '*';
}

function walkOperation(operation: ParameterOperation, part: ParameterExpansionPart, findings: Findings): void {
  switch (operation.type) {
    case 'Default':
      if (operation.operator.endsWith('=')) addDefault(part, operation.operand, findings);
      walkOperand(operation.operand, findings);
      break;
    case 'Remove':
      walkOperand(operation.operand, findings);
      break;
    case 'Replace':
      walkOperand(operation.pattern, findings);
      walkOperand(operation.replacement, findings);
      break;
    case 'Slice':
      walkEvaluatedWord(operation.offset, findings);
      if (operation.length !== undefined) walkEvaluatedWord(operation.length, findings);
      break;
    case 'CaseModification':
      if (operation.operand !== undefined) walkOperand(operation.operand, findings);
      break;
    case 'Transform':
      // Bash 5.2: quoting, escapes, the assignment that makes it, attributes, keys, letter case. `P` expands the value again.
      if (!/^[QEAKakUuL]$/.test(operation.operand.text)) {
        findings.addProblem(`${quoted(part.text)} expands its value again`);
      }
      walkOperand(operation.operand, findings);
      break;
    case 'Names':
      break;
    case 'Unknown':
      findings.addProblem(`${quoted(part.text)} is not understood`);
      break;
    default:
      findings.addUnknownNode(operation);
  }
}

/** Shells do not agree on where single quotes quote inside `${…}`, so a brace in them may end it or not. */
function walkOperand(operand: Word, findings: Findings): void {
  if (operand.parts?.some((part) => part.type === 'SingleQuoted' && part.value.includes('}')) === true) {
    findings.addProblem('a quoted `}` inside `${…}` ends it in some shells');
  }
  checkQualifier(operand.parts ?? [{ type: 'Literal', text: operand.text } as WordPart], operand.text, findings);
  walkEvaluatedWord(operand, findings);
}

function addDefault({ text, parameter, index }: ParameterExpansionPart, value: Word, findings: Findings): void {
  const literal = isLiteral(value) ? value.value : null;
  const target = index === undefined ? parameter : `${parameter}[${index.text}]`;
  findings.assignments.push({
    name: parameter,
    text: literal !== null || index !== undefined ? `${target}=${asWritten(value)}` : text,
    value: literal,
  });
}
