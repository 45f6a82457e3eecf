import type { AssignmentNode, Word, WordPart } from './parse-command-line.ts';

/** As in the source, with line continuations removed. */
export function asWritten(word: Word): string {
  if (!word.text.includes('\\\n')) return word.text;
  return word.parts === undefined ? withoutContinuations(word.text) : word.parts.map(partAsWritten).join('');
}

/** `NAME=value`, line continuations removed. */
export function assignmentAsWritten({ text, pos, value }: AssignmentNode): string {
  if (!text.includes('\\\n')) return text;
  const target = withoutContinuations(text.slice(0, value.pos - pos));
  return target + (value.type === 'Word' ? asWritten(value) : text.slice(value.pos - pos));
}

/** `NAME=value` after quote removal. */
export function assignmentPlain(node: AssignmentNode): string {
  const { text, pos, value } = node;
  if (value.type !== 'Word') return assignmentAsWritten(node);
  return withoutContinuations(text.slice(0, value.pos - pos)) + value.value;
}

/** The grammar ends a word before `<(` and after `)`; shells don't. `text`: the text that positions refer to. */
export function runsOn({ end }: Word, text: string): boolean {
  const next = text.charAt(end);
  return next === '<' || next === '>' ? text.charAt(end + 1) === '(' : !/^[\s;&|()`]?$/.test(next);
}

/** Whether nothing in it depends on run time. Tildes are ignored. */
export function isLiteral(word: Word): boolean {
  return !mayExpandBraces(word.text) && (word.parts === undefined || word.parts.every(isLiteralPart));
}

/** Whether the shell replaces it, whatever files there are. */
export function isReplaced({ text, parts }: Word): boolean {
  return mayExpandBraces(text) || parts?.some(isReplacedPart) === true;
}

/**
 * The path of a literal word, with a leading tilde only where the shell sees one; null if it is known only at run time, and for
 * another user's home.
 */
export function literalPath(word: Word): string | null {
  if (!isLiteral(word)) return null;
  const { value } = word;
  if (!value.startsWith('~')) return value === '' ? null : value;
  const [prefix] = asWritten(word).split('/', 1) as [string];
  if (prefix === '~') return value;
  return /['"\\$]/.test(prefix) ? `./${value}` : null;
}

/** The name that the shell looks up as a command; null if it is known only at run time. */
export function literalName(word: Word): string | null {
  // Where a command starts, the grammar reads `a[…]` as bash does, but leaves the quotes in it.
  if (word.text.includes('[') && word.text !== '[') return null;
  const path = literalPath(word);
  // A name without a slash isn't a path: `'~rm'` is looked up as it is.
  return path?.startsWith('./~') === true && !word.value.includes('/') ? word.value : path;
}

/** The parts of the word outside of quotes and expansions, as written. */
export function bareTexts({ text, parts }: Word): readonly string[] {
  return parts === undefined ? [text] : parts.flatMap((part) => (part.type === 'Literal' ? [part.text] : []));
}

/** The literal text of the word, concatenated: its value if every expansion were empty. */
export function inertText(parts: readonly WordPart[]): string {
  let text = '';
  for (const part of parts) {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
        text += part.value;
        break;
      case 'DoubleQuoted':
      case 'LocaleString':
      case 'BraceExpansion':
      case 'ExtendedGlob':
        text += part.parts === undefined ? part.text : inertText(part.parts);
        break;
      case 'Glob':
        text += part.kind === 'bracket' ? `[${inertText(part.parts)}]` : part.value;
        break;
      case 'SimpleExpansion':
      case 'ParameterExpansion':
      case 'CommandExpansion':
      case 'ArithmeticExpansion':
      case 'ProcessSubstitution':
        break;
    }
  }
  return text;
}

/** The grammar misses some brace expansions, such as `{rm}x,}`. */
function mayExpandBraces(text: string): boolean {
  const open = text.indexOf('{');
  return open !== -1 && (text.includes(',', open) || text.includes('..', open));
}

function isLiteralPart(part: WordPart): boolean {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return true;
    case 'DoubleQuoted':
      return part.parts.every(isLiteralPart);
    case 'AnsiCQuoted':
      return hasPlainEscapes(part.text, part.value);
    // A message catalogue may replace a locale string.
    case 'LocaleString':
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
    case 'ProcessSubstitution':
      return false;
  }
}

function isReplacedPart(part: WordPart): boolean {
  switch (part.type) {
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
      return true;
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.some(isReplacedPart);
    default:
      return false;
  }
}

/** The escapes of `$'…'` are unambiguous unless they involve NUL, controls, line ends or non-ASCII. */
function hasPlainEscapes(text: string, value: string): boolean {
  return !text.includes('\\') || (/^[\n\t -~]*$/.test(value) && !/\\(?:[xuU]?0|c|\n)/.test(text));
}

function partAsWritten(part: WordPart): string {
  switch (part.type) {
    case 'Literal':
    case 'Glob':
      return withoutContinuations(part.text);
    case 'DoubleQuoted':
      return `"${part.parts.map(partAsWritten).join('')}"`;
    case 'LocaleString':
      return `$"${part.parts.map(partAsWritten).join('')}"`;
    // In single quotes a backslash is literal; inside a substitution other rules apply, and its text may stay as it is.
    case 'SingleQuoted':
    case 'AnsiCQuoted':
    case 'ExtendedGlob':
    case 'BraceExpansion':
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
    case 'ProcessSubstitution':
      return part.text;
  }
}

function withoutContinuations(text: string): string {
  return text.replaceAll(/\\[\s\S]/g, (escaped) => (escaped === '\\\n' ? '' : escaped));
}
