import { HOLE } from './composed-text.ts';
import type { Findings } from './findings.ts';

/**
 * Whether arithmetic may evaluate a substitution that is put together out of pieces: a bracket and a `$` or backtick are all that it
 * takes, the rest of `a[$(rm x)]` may stand anywhere.
 */
export function makesSubscript({ flow }: Findings): boolean {
  let hasBracket = false;
  let hasDollar = false;
  for (const { text } of flow.evaluatedTexts()) {
    hasBracket ||= BRACKET.test(text);
    hasDollar ||= DOLLAR.test(text);
    if (hasBracket && hasDollar) return true;
  }
  return false;
}

/** `declare -a 'a=($(rm x))'`: what is written as an array is one, quoted or not. */
export function checkQuotedArrays(findings: Findings): void {
  let hasDollar = false;
  let hasParenthesis = false;
  for (const text of findings.flow.reparsedTexts(findings.arrays)) {
    hasDollar ||= DOLLAR.test(text);
    hasParenthesis ||= text.includes('(');
  }
  if (!hasDollar || !hasParenthesis) return;
  findings.addProblem('a quoted array is taken apart again, and may hold a substitution');
}

/** From `Z` to `a` bash counts through the characters between them, a bracket and a backtick among them. */
const RANGE = String.raw`\{[A-Z]\.\.[a-z]|\{[a-z]\.\.[A-Z]`;
/** An escape that goes on in another piece. */
const CUT = String.raw`\\(?:[xuU][0-9a-fA-F]*|[0-7]{0,3})${HOLE}`;
const BRACKET = new RegExp(String.raw`\[|\\(?:x5[Bb]|0?133|[uU]0*5[Bb])|${RANGE}|${CUT}`);
const DOLLAR = new RegExp(String.raw`[$\x60]|\\(?:x(?:24|60)|0{0,2}44|0?140|[uU]0*(?:24|60))|${RANGE}|${CUT}`);
