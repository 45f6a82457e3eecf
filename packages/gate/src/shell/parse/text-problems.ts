import { MOST_PROBLEMS } from './limits.ts';

/** What can be told from the text alone. */
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

/** `{x[…]}>`: the grammar takes it for a word. */
function namesElement(source: string): boolean {
  return /\]\}(?:&?>|<)/.test(source) && /(?:^|[\s;&|()}\]])\{[A-Za-z_]\w*\[/.test(source);
}

function characterProblems(source: string): string[] {
  const problems: string[] = [];
  for (let at = 0; at < source.length && problems.length < MOST_PROBLEMS; at++) {
    const code = source.charCodeAt(at);
    if (code < SPACE ? code !== TAB && code !== LINE_FEED : code >= DELETE && isTreacherous(code, source, at)) {
      const problem = describe(code);
      if (!problems.includes(problem)) problems.push(problem);
    }
  }
  if (source.includes('$\\\n')) problems.push('a line continuation right after a `$`');
  return problems;
}

/** Anything but a line of ordinary ASCII, and a `$` before a backslash. */
const NEEDS_A_LOOK = /[^\t\n -~]|\$\\/;

const TAB = 9;
const LINE_FEED = 10;
const SPACE = 32;
const DELETE = 127;

/** Controls, characters that reorder what a reader sees, and halves of characters, which no shell receives as written. */
function isTreacherous(code: number, source: string, at: number): boolean {
  if (code < 0xa0) return true;
  if (code < 0xd800) return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  if (code < 0xdc00) return !isLowSurrogate(source.charCodeAt(at + 1));
  return isLowSurrogate(code) && !isHighSurrogate(source.charCodeAt(at - 1));
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function describe(code: number): string {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  if (code < 0xa0) return `control character ${name}`;
  return code >= 0xd800 ? `half a character, ${name}` : `character ${name} reorders the text around it`;
}
