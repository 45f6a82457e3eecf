import { MAX_PROBLEMS } from './limits.ts';

/** Problems that the text alone shows. */
export function textProblems(source: string): string[] {
  const problems = NEEDS_A_LOOK.test(source) ? characterProblems(source) : [];
  if (source.includes(']}') && namesElement(source.replaceAll('\\\n', '')))
    problems.push('the subscript of a descriptor is evaluated');
  if (source.includes('case') && /[(`]/.test(source) && TIMED_CASE.test(source))
    problems.push('a `case` behind `time`');
  return problems;
}

/** Bash 5.2 ends the substitution at the first `)` of it. */
const TIMED_CASE = /\btime(?:\s+(?:-p|--|!|time)){0,9}\s+case\s/;

/** `{x[…]}>`: the grammar treats it as a word. */
function namesElement(source: string): boolean {
  return /\]\}(?:&?>|<)/.test(source) && /(?:^|[\s;&|()}\]])\{[A-Za-z_]\w*\[/.test(source);
}

function characterProblems(source: string): string[] {
  const problems = new Set<string>();
  for (const [character] of source.matchAll(TREACHEROUS)) {
    problems.add(describe(character.codePointAt(0) as number));
    if (problems.size === MAX_PROBLEMS) break;
  }
  if (source.includes('$\\\n')) problems.add('a line continuation right after a `$`');
  return [...problems];
}

/** Anything but a line of ordinary ASCII, and a `$` before a backslash. */
const NEEDS_A_LOOK = /[^\t\n -~]|\$\\/;

/** Controls, characters that reorder what a reader sees, and lone surrogates, which no shell receives as written. */
const TREACHEROUS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu;

function describe(code: number): string {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  if (code < 0xa0) return `control character ${name}`;
  return code >= 0xd800 ? `half a character, ${name}` : `character ${name} reorders the text around it`;
}
