import { evaluatesItsValue } from './integer-variables.ts';
import { isInfluential } from './sensitive-variables.ts';

/**
 * Whether a value in the line may hold a substitution, or assign to a variable that matters, when arithmetic evaluates it. Both have
 * to stand there as text: quoted, escaped, decoded or counted to. Most lines that count have nothing of it.
 */
export function mayHoldCode(source: string): boolean {
  if (SPELLS_TEXT.test(source) || quotesCode(source)) return true;
  const unlessOrdinary = (all: string, before?: string, after?: string) =>
    isOrdinary(before ?? after ?? '') ? '' : all;
  const left = source.replaceAll(ASSIGNMENT, unlessOrdinary).replaceAll(STEP, unlessOrdinary);
  return /=|\+\+|--/.test(left.replaceAll(/[=!<>]=/g, ''));
}

/** A shift by a number and a here-string are no here-documents. */
const SPELLS_TEXT = /[\\`]|(?<!<)<<(?!<|\s*\d)|\{[A-Za-z]\.\.|BASH_/;
/** Between single quotes a dollar sign is text; those inside of double quotes are too much to tell apart. */
function quotesCode(source: string): boolean {
  if (!source.includes("'")) return false;
  const left = source.replaceAll(
    QUOTED,
    (_, double?: string, single = '') => double ?? (single.includes('$') ? "'" : ''),
  );
  return left.includes("'");
}

const QUOTED = /("[^"]*")|'([^']*)'/g;
const ASSIGNMENT = /(?<=^|[\s;&|({])([A-Za-z_]\w*)\+?=(?!=)/g;
const STEP = /([A-Za-z_]\w*)(?:\+\+|--)(?!\w)|(?<!\w)(?:\+\+|--)([A-Za-z_]\w*)/g;

function isOrdinary(name: string): boolean {
  return !isInfluential({ name, text: `${name}=` }) && !evaluatesItsValue(name, undefined);
}

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
