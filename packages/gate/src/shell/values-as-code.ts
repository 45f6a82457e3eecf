import type { Findings } from './findings.ts';
import type { Word } from './parse-command-line.ts';
import { quoted } from './quoted.ts';
import { inertText, isLiteral } from './read-word.ts';

/**
 * Shells evaluate some text twice: in `x='a[$(rm y)]'; echo $((x))` the quoted text runs. No syntax tree shows it, so text that
 * would be a substitution were it not quoted is a problem wherever a second look may fall on it.
 */
export function holdsSubstitution(text: string): boolean {
  return text.includes('`') || (text.includes('$') && /\$[({[]/.test(text)) || ESCAPED_DOLLAR.test(text);
}

/** `echo -e` and `printf` make a `$` of it. */
const ESCAPED_DOLLAR = /\\(?:x24|0{0,2}44|[uU]0*24)[({[]/;

/** Text that stands in a word or a heredoc and is not expanded there. */
export function noteInertText(text: string, findings: Findings): void {
  if (text.includes('[') && /\w\[/.test(text)) findings.hasInertBracket = true;
  if (!holdsSubstitution(text)) return;
  findings.hasInertSubstitution = true;
  if (holdsSubscript(text)) findings.hasInertSubscript = true;
}

function holdsSubscript(text: string): boolean {
  const start = text.search(/\w\[/);
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
  ...['declare', 'typeset', 'local', 'export', 'readonly', 'integer', 'float'],
]);

const TEXT_PASSING_BUILTINS: ReadonlySet<string> = new Set([
  ...['read', 'mapfile', 'readarray', 'printf', 'set', 'getopts', 'vared', 'zparseopts', 'eval', 'source', '.'],
  ...['declare', 'typeset', 'local', 'export', 'readonly', 'integer', 'float', 'print'],
]);

const DECLARES_INTEGERS: ReadonlySet<string> = new Set(['integer', 'float']);

/** `declare -i n`: whatever is put into it later is arithmetic. */
function isIntegerOption({ value }: Word): boolean {
  return /^-[A-Za-z]*i/.test(value);
}

export function checkBuiltin(name: string, words: readonly Word[], findings: Findings): void {
  if (TEXT_PASSING_BUILTINS.has(name)) findings.passesText = true;
  if (name === 'set') findings.values.takeArguments();
  if (!SUBSCRIPT_BUILTINS.has(name)) return;
  if (name === 'let' || DECLARES_INTEGERS.has(name) || words.some(isIntegerOption)) findings.evaluatesValues = true;
  if (words.some(isOpen) && looksAgain(name, words)) findings.evaluatesValues = true;
  for (const word of words) {
    const text = word.parts === undefined ? word.value : inertText(word.parts);
    if (name === 'let' ? holdsSubstitution(text) : holdsSubscript(text)) {
      findings.addProblem(`\`${name}\` evaluates ${quoted(text)}`);
    }
  }
}

/** Known only when it runs; but for what is always a number. */
function isOpen(word: Word): boolean {
  return !isLiteral(word) && !/^"?\$[?#$!]"?$/.test(word.text);
}

/** Most look at all their operands; `printf` only behind `-v`, `[` only where it counts or asks for a variable. */
function looksAgain(name: string, words: readonly Word[]): boolean {
  if (name === 'printf') return words[0]?.value === '-v';
  if (name === 'test' || name === '[') return words.some(({ value }) => /^-(?:[vtR]|eq|ne|lt|le|gt|ge)$/.test(value));
  return true;
}

/** Once everything is known: quoted text that reaches a variable, and arithmetic that may evaluate it. */
export function checkPassedText(findings: Findings): void {
  const { passesText, hasInertSubstitution, capturesOutput, hasInertSubscript, hasInertBracket } = findings;
  const mayArrive =
    (passesText && hasInertSubstitution) ||
    (capturesOutput && hasInertSubscript) ||
    (hasInertBracket && (hasInertSubstitution || findings.passesDollar) && findings.problems.length === 0);
  if (findings.evaluatesValues && mayArrive) {
    findings.addProblem('quoted text that looks like a substitution may reach a variable that arithmetic evaluates');
  }
}
