import { quoted } from '../../text/quoted.ts';
import type { ArithmeticCommand, ArithmeticExpansion, ArithmeticExpression } from '../parse/parse-command-line.ts';
import { inertText } from '../parse/read-word.ts';
import type { Findings } from './findings.ts';
import { checkEvaluatedText } from './values-as-code.ts';
import { walkParts } from './walk-words.ts';

/** `$(( ))` */
export function walkArithmeticExpansion({ text, expression }: ArithmeticExpansion, findings: Findings): void {
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
 * Where `((` is not closed by a `))` of its own, bash takes it for two subshells, and what was arithmetic runs. It looks for the
 * end in the text as it has rewritten it: the `)` of a `case` pattern, which it writes without the opening one, makes
 * `$((rm + $(case x in (x) ls;; esac)))` run `rm`. Quotes in comments and heredocs, or behind a backslash, can do the same.
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
      walkOperand(node.parts === undefined ? node.value : inertText(node.parts), findings);
      walkParts(node.parts ?? [], findings);
      break;
    case 'ArithmeticCommandExpansion':
      findings.substitutions.push(node);
      break;
    default:
      findings.addUnknownNode(node);
  }
}

/** What the grammar cannot make sense of, it leaves as the text of one operand. */
function walkOperand(text: string, findings: Findings): void {
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
