/** A file that a patch touches. */
export type PatchedFile = {
  readonly kind: 'add' | 'update' | 'delete' | 'move';
  readonly path: string;
  /** The lines that follow, unchanged. */
  readonly body: string;
};

/**
 * Every file named by the headers of an `apply_patch` text. Hosts differ in how strictly they parse these, so anything that could
 * be read as a header is one: better too many paths than too few.
 */
export function patchFiles(patch: string): readonly PatchedFile[] {
  type Touched = { kind: PatchedFile['kind']; paths: readonly string[]; body: string };
  const files: Touched[] = [];
  let owner: Touched | null = null;
  const marks = [...patch.matchAll(STARRED)];
  for (const [index, { 0: line, index: start }] of marks.entries()) {
    const [, header = '', rest = ''] = HEADER.exec(line) ?? [];
    const kind = KINDS.get(header.toLowerCase().replaceAll(/[\s\u0085]+/g, ' '));
    const paths = kind === undefined ? [] : pathsIn(rest);
    if (kind !== undefined && paths.length > 0) {
      const file: Touched = { kind, paths, body: '' };
      files.push(file);
      // A new name comes between a file and its lines.
      if (kind !== 'move') owner = file;
    }
    const body = patch.slice(start + line.length + 1, marks[index + 1]?.index).replace(/\n$/, '');
    if (owner !== null && body !== '') owner.body += owner.body === '' ? body : `\n${body}`;
  }
  return files.flatMap(({ kind, paths, body }) => paths.map((path) => ({ kind, path, body })));
}

/**
 * All of `\s` and U+0085, except the line feed. A single class: an alternation of two would backtrack over every blank of a long
 * line.
 */
const BLANKS = String.raw`[\t\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*`;

/**
 * A line that begins with three stars. A carriage return doesn't end a line: the programs that apply patches don't treat it as
 * one.
 */
const STARRED = new RegExp(String.raw`(?<![^\n])${BLANKS}\*{3}[^\n]*`, 'g');

const HEADER = headerBetween('[\\s\\u0085]');

/** U+0085 (next line) is whitespace to Codex but not to JavaScript. */
function headerBetween(blank: string): RegExp {
  const names = ['add file', 'update file', 'delete file', 'move to', 'rename to'];
  const name = names.map((words) => words.replace(' ', `${blank}+`)).join('|');
  return new RegExp(`^${blank}*\\*{3}${blank}*(${name})${blank}*:(.*)$`, 'is');
}

const KINDS: ReadonlyMap<string, PatchedFile['kind']> = new Map([
  ['add file', 'add'],
  ['update file', 'update'],
  ['delete file', 'delete'],
  ['move to', 'move'],
  ['rename to', 'move'],
]);

/** If more than one blank precedes the path, the others may belong to it: both readings are judged. */
function pathsIn(rest: string): readonly string[] {
  const asWritten = withoutBlankEnd(rest.replace(/^ /, ''));
  return [...new Set([asWritten.replace(/^[\s\u0085]+/, ''), asWritten])].filter((path) => path !== '');
}

/** A regex would backtrack quadratically on long runs of blanks. */
function withoutBlankEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s\u0085]/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
