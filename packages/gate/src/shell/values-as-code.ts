import type { Shell } from '../types/tool-call.ts';
import { DECLARED_NAME } from './builtin-assignments.ts';
import { isNumber } from './filled-variables.ts';
import type { Findings, FoundRedirect } from './findings.ts';
import type { Word } from './parse-command-line.ts';
import { DECLARING_BUILTINS, fillsVariables, passesText, textOf } from './passes-text.ts';
import { makesSubscript } from './pieces-of-code.ts';
import { quoted } from './quoted.ts';
import { isLiteral, isReplaced } from './read-word.ts';
import { EVALUATED } from './text-flow.ts';

/**
 * Shells evaluate some text twice: in `x='a[$(rm y)]'; echo $((x))` the quoted text runs. No syntax tree shows it, so text that
 * would be a substitution were it not quoted is a problem wherever a second look may fall on it.
 */
export function holdsSubstitution(text: string): boolean {
  return text.includes('`') || (text.includes('$') && /\$[({[]/.test(text)) || ESCAPED_DOLLAR.test(text);
}

/** `echo -e` and `printf` make a `$` of it. */
const ESCAPED_DOLLAR = /\\(?:x24|0{0,2}44|[uU]0*24)[({[]/;

/** Also with the bracket as an escape. */
const ELEMENT = /\w(?:\[|\\(?:x5[Bb]|0{0,2}133|[uU]0*5[Bb]))/;

/** Text that stands in a word or a heredoc and is not expanded there. */
export function noteInertText(text: string, findings: Findings): void {
  if (ELEMENT.test(text)) findings.hasInertBracket = true;
  if (!holdsSubstitution(text)) return;
  findings.hasInertSubstitution = true;
  // The name before the bracket may be printed by itself.
  if (text.startsWith('[') || holdsSubscript(text)) findings.hasInertSubscript = true;
}

function holdsSubscript(text: string): boolean {
  const start = text.search(ELEMENT);
  return start !== -1 && holdsSubstitution(text.slice(start));
}

/** Text for a place whose content is looked at again, or may be: an assigned value, an operand, a subscript. */
export function checkEvaluatedText(text: string, findings: Findings): void {
  if (/[$`]/.test(text)) findings.passesDollar = true;
  if (!holdsSubstitution(text)) return;
  findings.addProblem('quoted text that looks like a substitution stands where it may be evaluated again');
}

/** Built-ins that take the name of a variable, and evaluate the subscript in it. */
const SUBSCRIPT_BUILTINS: ReadonlySet<string> = new Set([
  ...['exit', 'return', 'break', 'continue', 'shift'],
  ...['printf', 'read', 'mapfile', 'readarray', 'getopts', 'wait', 'unset', 'test', '[', 'let'],
  ...DECLARING_BUILTINS,
]);

export function checkBuiltin(name: string, words: readonly Word[], findings: Findings): void {
  if (passesText(name, words, findings.depth)) {
    findings.passesText = true;
    if (name === 'printf' && (findings.output !== null || findings.pipes > 0)) findings.passesPieces = true;
  }
  if (fillsVariables(name, words)) {
    findings.passesPieces = true;
    if (name === 'set') findings.values.takeArguments();
    if (words.some((word) => /[$`]/.test(textOf(word)))) findings.passesDollar = true;
  }
  if (!SUBSCRIPT_BUILTINS.has(name)) return;
  noteEvaluated(name, words, findings);
  if (name === 'printf' && !looksAgain(name, words, findings.shell)) return;
  for (const word of words) {
    const text = textOf(word);
    if (name === 'let' ? holdsSubstitution(text) : holdsSubscript(text)) {
      findings.addProblem(`\`${name}\` evaluates ${quoted(text)}`);
    }
  }
}

function noteEvaluated(name: string, words: readonly Word[], findings: Findings): void {
  const { flow } = findings;
  const isArithmetic = name === 'let' || name === 'integer' || name === 'float';
  if (isArithmetic || (DECLARING_BUILTINS.has(name) && words.some(isEvaluatingOption))) {
    findings.evaluatesValues = true;
    if (words.some(isReferenceOption)) flow.evaluateAny();
    for (const word of words) flow.pour(word, EVALUATED);
  }
  if (DECLARING_BUILTINS.has(name)) for (const variable of words.flatMap(declaredName)) findings.fill(variable, false);
  if (!looksAgain(name, words, findings.shell)) return;
  for (const word of words) {
    if (isElement(word)) findings.evaluatesValues = true;
    if (!isLiteral(word) && !isNumber(word)) findings.evaluate(word.text);
    if (isElement(word) || isReplaced(word)) flow.pour(word, EVALUATED);
  }
}

/** `declare -i n`, in zsh also `-E` and `-F`: what is put into it later is arithmetic. With `-n` it is the name of a variable. */
export function isEvaluatingOption({ value }: Word): boolean {
  return /^-[A-Za-z]*[inEF]/.test(value);
}

function declaredName({ value }: Word): readonly string[] {
  return DECLARED_NAME.exec(value)?.slice(1) ?? [];
}

/** `declare -n r=x`: what `r` is given, `x` gets. */
function isReferenceOption({ value }: Word): boolean {
  return /^-[A-Za-z]*n/.test(value);
}

/** `a[i]`: what `i` holds is evaluated. */
function isElement({ value }: Word): boolean {
  return /^\w+\[(?!(?:\d+|[@*])\])[^$`]*$/.test(value);
}

/** Most look at all their operands; `printf` only behind `-v` or in zsh, `[` only where it counts or asks for a variable. */
function looksAgain(name: string, words: readonly Word[], shell: Shell | undefined): boolean {
  if (name === 'printf') return shell === 'zsh' || fillsVariables(name, words);
  if (name === 'test' || name === '[') return words.some(({ value }) => /^-(?:[vtR]|eq|ne|lt|le|gt|ge)$/.test(value));
  return true;
}

/**
 * Once everything is known: quoted text that reaches a variable, and arithmetic that may evaluate it. Text that goes straight from
 * word to word is followed (`makesSubscript`); what a file hands on, or `printf` puts together, may be any of it.
 */
export function checkPassedText(findings: Findings): void {
  const { passesText, hasInertSubstitution, capturesOutput, hasInertSubscript, hasInertBracket } = findings;
  const mayBePart = hasInertSubscript || (findings.expandsSubscript && hasInertSubstitution);
  const isFollowed = !findings.passesPieces && !findings.redirects.some(isKept);
  const mayArrive =
    (passesText && (isFollowed ? hasInertSubscript : hasInertSubstitution)) ||
    (capturesOutput && mayBePart) ||
    (hasInertBracket && (hasInertSubstitution || findings.passesDollar) && findings.problems.length === 0);
  const evaluates =
    findings.evaluatesValues || [...findings.evaluatedNames].some((name) => !findings.filled.holdsNumber(name));
  if (evaluates && mayArrive) {
    findings.addProblem('quoted text that looks like a substitution may reach a variable that arithmetic evaluates');
  } else if (findings.problems.length === 0 && makesSubscript(findings)) {
    findings.addProblem('pieces of quoted text may make a substitution that arithmetic evaluates');
  }
}

function isKept({ access, target }: FoundRedirect): boolean {
  return access === 'write' && target !== '/dev/null';
}
