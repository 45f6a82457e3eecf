import { EVALUATED_AGAIN, holdsSubstitution } from '../../programs/code-as-text.ts';
import { evaluatesItsValue } from '../../programs/integer-variables.ts';
import { quoted } from '../../text/quoted.ts';
import type {
  ArithmeticCommand,
  ArithmeticExpansion,
  ArithmeticExpression,
  AssignmentNode,
  ParameterExpansionPart,
  ParameterOperation,
  TestExpression,
  Word,
  WordPart,
} from '../parse/parse-command-line.ts';
import { asWritten, bareTexts, inertText, isLiteral } from '../parse/read-word.ts';
import { checkWordDialect, checkZshExpansions } from './dialects.ts';
import type { Findings } from './findings.ts';

/** A word that is used as it is: an argument, a redirect's target, a pattern. */
export function walkWord(word: Word, findings: Findings): void {
  findings.countStep();
  if (PLAIN_WORD.test(word.text)) return;
  checkWordDialect(word.text, findings);
  checkZshExpansions(word, findings);
  checkUnreadSubstitution(word, findings);
  checkLastBackslash(word.text, findings);
  walkText(word, findings);
}

/** Nothing that any shell replaces or evaluates again: most words are like this. */
const PLAIN_WORD = /^[\w\-./:,+@%^][\w\-./:,+@%^=]*$/;

/** A word can't contain an unquoted parenthesis: the grammar has missed a `>(` here. */
function checkUnreadSubstitution(word: Word, findings: Findings): void {
  if (!word.text.includes('(') || !bareTexts(word).some((text) => /[<>]\(/.test(text))) return;
  findings.addProblem(`${quoted(word.text)} is not understood`);
}

/** At the very end of a text: `bash -c` keeps it, `eval` does not. */
function checkLastBackslash(text: string, findings: Findings): void {
  if (text.endsWith('\\') && /(?:^|[^\\])(?:\\\\)*\\$/.test(text)) {
    findings.addProblem('a backslash with nothing behind it');
  }
}

/** A word or the body of a heredoc. */
export function walkText({ text, parts }: Pick<Word, 'text' | 'parts'>, findings: Findings): void {
  if (parts === undefined) walkLiteral(text, findings);
  else walkParts(parts, findings);
}

/** A word whose text may be evaluated a second time. */
export function walkEvaluatedWord(word: Word, findings: Findings): void {
  checkEvaluatedText(word.parts === undefined ? word.value : inertText(word.parts), findings);
  walkWord(word, findings);
}

export function walkAssignment({ name, text, index, value }: AssignmentNode, findings: Findings): void {
  const hasKeys = value.type !== 'Word' && value.elements.some((element) => element.text.startsWith('['));
  findings.counts ||= index !== undefined || hasKeys;
  findings.evaluates ||= evaluatesItsValue(name, findings.shell);
  if (index !== undefined) {
    if (/[$`]/.test(index.text) && /["'\\\n<]|\bcase\b/.test(index.text))
      findings.addProblem(`it is unclear where the subscript of ${quoted(text)} ends`);
    checkSeparators(index, text, findings);
    walkEvaluatedWord(index, findings);
  }
  if (value.type === 'Word') {
    // `x=(a)b`: in zsh a list, and then a command.
    if (value.text.startsWith('(')) findings.addProblem(`${quoted(text)} is not understood`);
    walkEvaluatedWord(value, findings);
    return;
  }
  // There bash 5.2 loses its position in the text, and treats the next line as a command even in the middle of quotes.
  if (findings.depth > 0 && text.includes('\\')) findings.addProblem('a backslash in an array inside a substitution');
  for (const element of value.elements) walkEvaluatedWord(element, findings);
}

/** Not every shell has subscripts: in some the word ends there, and the rest is a separate command. */
function checkSeparators({ text, parts }: Word, assignment: string, findings: Findings): void {
  if (/[;&|<>\n]/.test(parts === undefined ? text : inertText(parts))) {
    findings.addProblem(`it is unclear where the subscript of ${quoted(assignment)} ends`);
  }
}

function walkParts(parts: readonly WordPart[], findings: Findings): void {
  for (const part of parts) walkPart(part, findings);
}

function walkPart(part: WordPart, findings: Findings): void {
  switch (part.type) {
    case 'Literal':
      walkLiteral(part.text, findings);
      break;
    case 'SingleQuoted':
    case 'SimpleExpansion':
      break;
    case 'AnsiCQuoted':
      if (part.text.includes('\\x{')) findings.addProblem('`\\x{…}` means different things to different shells');
      if (findings.shell === 'sh' || findings.shell === 'dash') {
        findings.addProblem(`\`${findings.shell}\` may not know the quotes of ${quoted(part.text)}`);
      }
      break;
    case 'DoubleQuoted':
    case 'LocaleString':
      walkParts(part.parts, findings);
      break;
    case 'ExtendedGlob':
      findings.addProblem(`the extended glob ${quoted(part.text)} means different things to different shells`);
      walkParts(part.parts ?? [], findings);
      break;
    case 'Glob':
      walkParts(part.parts ?? [], findings);
      break;
    case 'BraceExpansion':
      checkQualifier(part.parts ?? [], part.text, findings);
      walkParts(part.parts ?? [], findings);
      break;
    case 'ParameterExpansion':
      walkParameter(part, findings);
      break;
    case 'ArithmeticExpansion':
      walkArithmeticExpansion(part, findings);
      break;
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      findings.substitutions.push(part);
      break;
    default:
      findings.addUnknownNode(part);
  }
}

/**
 * In zsh `=( )` and `*(e:…:)` run a command, and after `coproc` a list is expanded; elsewhere it is an error. The grammar treats
 * it as text.
 */
export function checkParenthesis(word: Word, findings: Findings): void {
  if (!word.text.includes('(') || !bareTexts(word).some((text) => /(?:^|[^\\])(?:\\\\)*\(/.test(text))) return;
  findings.addProblem(`${quoted(word.text)} is not understood`);
}

/** In zsh a parenthesis after any name may contain code: `*(e:'rm x':)`. Elsewhere it is text, or an error. */
function checkQualifier(parts: readonly WordPart[], text: string, findings: Findings): void {
  if (findings.shell === 'bash' || !text.includes('(')) return;
  if (parts.some((part) => part.type === 'Literal' && /(?:^|[^\\])\(/.test(part.text)))
    findings.addProblem(`the parenthesis in ${quoted(text)} may hold code in zsh`);
}

/** The grammar doesn't report a `$[` that is never closed. */
function walkLiteral(text: string, findings: Findings): void {
  if (text.includes('$[') && /(?:^|[^\\])(?:\\\\)*\$\[/.test(text)) findings.addProblem('`$[` is arithmetic of old');
}

/** Text in a place whose content is or may be evaluated again: an assigned value, an operand, a subscript. */
function checkEvaluatedText(text: string, findings: Findings): void {
  if (holdsSubstitution(text)) findings.addProblem(EVALUATED_AGAIN);
}

/** `${…}` */
function walkParameter(part: ParameterExpansionPart, findings: Findings): void {
  const { text, parameter, prefix, index, operation } = part;
  if (parameter === '') findings.addProblem(`${quoted(text)} is not understood`);
  if (prefix === '!' && !listsNames(part)) findings.addProblem(`${quoted(text)} evaluates what its variable holds`);
  // In arithmetic, quotes inside it don't quote anything.
  if (/[<>]\(/.test(text)) findings.addProblem('a process substitution inside `${…}`');
  if (index !== undefined) walkEvaluatedWord(index, findings);
  findings.counts ||=
    (index !== undefined && !isNumber(index)) || operation?.type === 'Slice' || operation?.type === 'Replace';
  findings.evaluates ||= operation?.type === 'Default' && operation.operator.endsWith('=');
  if (operation !== undefined) walkOperation(operation, part, findings);
}

/** There is no value to compute. */
function isNumber({ text }: Word): boolean {
  return /^(?:\s*-?\d+|[@*])$/.test(text);
}

/** The keys of an array, and the variables with a common prefix. */
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

/** Shells disagree on where single quotes quote inside `${…}`, so a brace in them may end it or not. */
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

/** `$(( ))` */
function walkArithmeticExpansion({ text, expression }: ArithmeticExpansion, findings: Findings): void {
  findings.counts = true;
  if (text.startsWith('$[')) findings.addProblem('`$[` is arithmetic of old');
  checkExtent(text.slice(3, -2), findings);
  if (expression !== undefined) walkArithmetic(expression, findings);
  else if (!/^\$\(\(\s*\)\)$/.test(text)) addUnclear(text, findings);
}

/** `(( ))` */
export function walkArithmeticCommand({ body, expression }: ArithmeticCommand, findings: Findings): void {
  findings.counts = true;
  checkExtent(body, findings);
  if (expression !== undefined) walkArithmetic(expression, findings);
  else if (body.trim() !== '') addUnclear(body, findings);
}

/**
 * If `((` isn't closed by its own `))`, bash treats it as two subshells, and the arithmetic runs as a command. It looks for the
 * end in the text as it has rewritten it: the `)` of a `case` pattern, which it writes without the opening one, makes
 * `$((rm + $(case x in (x) ls;; esac)))` run `rm`. Quotes in comments and heredocs, or after a backslash, can do the same.
 */
function checkExtent(inside: string, findings: Findings): void {
  const hasCommands = inside.includes('(') || inside.includes('`');
  const isClear =
    countOf(inside, '(') === countOf(inside, ')') &&
    !/\\(?!\n)/.test(inside) &&
    !(hasCommands && /\bcase\b|<<|\n/.test(inside));
  if (!isClear) findings.addProblem('bash may take the arithmetic for commands');
}

export function walkArithmetic(node: ArithmeticExpression, findings: Findings): void {
  findings.countStep();
  switch (node.type) {
    case 'ArithmeticBinary':
      if (isAssignment(node.operator)) addAssignment(node, node.left, findings);
      walkArithmetic(node.left, findings);
      walkArithmetic(node.right, findings);
      break;
    case 'ArithmeticUnary':
      if (node.operator === '++' || node.operator === '--') addAssignment(node, node.operand, findings);
      walkArithmetic(node.operand, findings);
      break;
    case 'ArithmeticTernary':
      walkArithmetic(node.test, findings);
      walkArithmetic(node.consequent, findings);
      walkArithmetic(node.alternate, findings);
      break;
    case 'ArithmeticGroup':
      walkArithmetic(node.expression, findings);
      break;
    case 'ArithmeticWord':
      walkArithmeticOperand(node.parts === undefined ? node.value : inertText(node.parts), findings);
      walkParts(node.parts ?? [], findings);
      break;
    case 'ArithmeticCommandExpansion':
      findings.substitutions.push(node);
      break;
    default:
      findings.addUnknownNode(node);
  }
}

/** The grammar leaves text that it can't parse as a single operand. */
function walkArithmeticOperand(text: string, findings: Findings): void {
  checkEvaluatedText(text, findings);
  if (!/^[\w.#$@*?!]*(?:\[[^;()<>&|\\]*\])?$/.test(text)) addUnclear(text, findings);
}

function addUnclear(text: string, findings: Findings): void {
  findings.addProblem(`the arithmetic in ${quoted(text)} is not understood`);
}

function isAssignment(operator: string): boolean {
  return operator.endsWith('=') && !/^[=!<>]=$/.test(operator);
}

/** Arithmetic sets shell variables: `(( PATH = 5 ))` makes the shell look for programs in `./5`. */
function addAssignment(node: ArithmeticExpression, target: ArithmeticExpression, findings: Findings): void {
  if (target.type !== 'ArithmeticWord') return;
  const [name = ''] = target.value.split('[', 1);
  if (!/^[A-Za-z_]\w*$/.test(name)) findings.addProblem(`it is unclear what ${quoted(target.value)} assigns to`);
  findings.assignments.push({ name, text: findings.text.slice(node.pos, node.end), value: null });
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** `[[ ]]` */
export function walkTest(node: TestExpression, findings: Findings): void {
  findings.countStep();
  switch (node.type) {
    case 'TestUnary':
      walkEvaluatedWord(node.operand, findings);
      break;
    case 'TestBinary':
      walkEvaluatedWord(node.left, findings);
      walkEvaluatedWord(node.right, findings);
      break;
    case 'TestLogical':
      for (const operand of node.operands) walkTest(operand, findings);
      break;
    case 'TestNot':
      walkTest(node.operand, findings);
      break;
    case 'TestGroup':
      walkTest(node.expression, findings);
      break;
    default:
      findings.addUnknownNode(node);
  }
}
