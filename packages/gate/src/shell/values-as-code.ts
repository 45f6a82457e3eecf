import type { Findings } from './findings.ts';
import type { Word } from './parse-command-line.ts';
import { quoted } from './quoted.ts';
import { inertText } from './read-word.ts';

/**
 * Shells evaluate some text twice: in `x='a[$(rm y)]'; echo $((x))` the quoted text runs. No syntax tree shows it, so text that
 * would be a substitution were it not quoted is a problem wherever a second look may fall on it.
 */
export function holdsSubstitution(text: string): boolean {
  return text.includes('`') || (text.includes('$') && /\$[({[]/.test(text));
}

/** Text that stands in a word or a heredoc and is not expanded there. */
export function noteInertText(text: string, findings: Findings): void {
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
  if (!holdsSubstitution(text)) return;
  findings.addProblem('quoted text that looks like a substitution stands where it may be evaluated again');
}

/** Built-ins that take the name of a variable, and evaluate the subscript in it. */
const SUBSCRIPT_BUILTINS: ReadonlySet<string> = new Set([
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
  for (const word of words) {
    const text = word.parts === undefined ? word.value : inertText(word.parts);
    if (name === 'let' ? holdsSubstitution(text) : holdsSubscript(text)) {
      findings.addProblem(`\`${name}\` evaluates ${quoted(text)}`);
    }
  }
}

/** Once everything is known: quoted text that reaches a variable, and arithmetic that may evaluate it. */
export function checkPassedText(findings: Findings): void {
  const { passesText, hasInertSubstitution, capturesOutput, hasInertSubscript } = findings;
  const mayArrive = (passesText && hasInertSubstitution) || (capturesOutput && hasInertSubscript);
  if (findings.evaluatesValues && mayArrive) {
    findings.addProblem('quoted text that looks like a substitution may reach a variable that arithmetic evaluates');
  }
}
