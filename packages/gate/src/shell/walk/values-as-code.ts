import type { Findings } from './findings.ts';

/**
 * Shells evaluate some text twice: in `x='a[$(rm y)]'; echo $((x))` the quoted text runs. No syntax tree shows it, so text that
 * would be a substitution were it not quoted is a problem wherever a second look may fall on it.
 */
export function holdsSubstitution(text: string): boolean {
  return text.includes('`') || (text.includes('$') && /\$[({[]/.test(text)) || ESCAPED_DOLLAR.test(text);
}

/** `echo -e` and `printf` make a `$` of it. */
const ESCAPED_DOLLAR = /\\(?:x24|0{0,2}44|[uU]0*24)[({[]/;

export const EVALUATED_AGAIN = 'quoted text that looks like a substitution stands where it may be evaluated again';

/** Text for a place whose content is looked at again, or may be: an assigned value, an operand, a subscript. */
export function checkEvaluatedText(text: string, findings: Findings): void {
  if (!holdsSubstitution(text)) return;
  findings.addProblem(EVALUATED_AGAIN);
}
