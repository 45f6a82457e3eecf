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

export function checkBuiltin(name: string, words: readonly Word[], findings: Findings): void {
  if (TEXT_PASSING_BUILTINS.has(name)) findings.passesText = true;
  if (!SUBSCRIPT_BUILTINS.has(name)) return;
  if (name === 'let') findings.evaluatesValues = true;
  for (const word of words) {
    const text = word.parts === undefined ? word.value : inertText(word.parts);
    const start = name === 'let' ? 0 : text.search(/\w\[/);
    if (start !== -1 && holdsSubstitution(text.slice(start))) {
      findings.addProblem(`\`${name}\` evaluates ${quoted(text)}`);
    }
  }
}

/** Once everything is known: quoted text that reaches a variable, and arithmetic that may evaluate it. */
export function checkPassedText(findings: Findings): void {
  if (findings.evaluatesValues && findings.passesText && findings.hasInertSubstitution) {
    findings.addProblem('quoted text that looks like a substitution may reach a variable that arithmetic evaluates');
  }
}
