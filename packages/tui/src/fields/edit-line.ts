import type { KeyPress } from '../input/key.ts';
import { graphemes } from '../screen/graphemes.ts';

/** One line of text with a cursor in it. */
export type EditedLine = { readonly before: string; readonly after: string };

export const EMPTY_TEXT: EditedLine = { before: '', after: '' };

/** With the cursor at the end. */
export function editedLine(text: string): EditedLine {
  return { before: text, after: '' };
}

export function editedText({ before, after }: EditedLine): string {
  return before + after;
}

/** The line after a key; null if it isn't an editing key. */
export function editLine(line: EditedLine, press: KeyPress): EditedLine | null {
  if (press.kind === 'paste') return insert(line, onOneLine(press.text));
  const { key, ctrl, alt } = press;
  if (ctrl) return editByChord(line, key);
  if (alt) return editByWord(line, key);
  switch (key) {
    case 'left':
      return moveLeft(line, lastGrapheme(line.before).length);
    case 'right':
      return moveRight(line, firstGrapheme(line.after).length);
    case 'home':
      return moveLeft(line, line.before.length);
    case 'end':
      return moveRight(line, line.after.length);
    case 'backspace':
      return { ...line, before: line.before.slice(0, line.before.length - lastGrapheme(line.before).length) };
    case 'delete':
      return { ...line, after: line.after.slice(firstGrapheme(line.after).length) };
  }
  return isCharacter(key) ? insert(line, key) : null;
}

function editByChord(line: EditedLine, key: string): EditedLine | null {
  switch (key) {
    case 'a':
      return moveLeft(line, line.before.length);
    case 'e':
      return moveRight(line, line.after.length);
    case 'k':
      return { ...line, after: '' };
    case 'u':
      return { ...line, before: '' };
    case 'w':
      return { ...line, before: line.before.slice(0, wordStart(line.before)) };
    case 'd':
      return { ...line, after: line.after.slice(firstGrapheme(line.after).length) };
    case 'left':
    case 'right':
      return editByWord(line, key);
  }
  return null;
}

function editByWord(line: EditedLine, key: string): EditedLine | null {
  switch (key) {
    case 'left':
    case 'b':
      return moveLeft(line, line.before.length - wordStart(line.before));
    case 'right':
    case 'f':
      return moveRight(line, wordEnd(line.after));
    case 'backspace':
      return { ...line, before: line.before.slice(0, wordStart(line.before)) };
  }
  return null;
}

const NAMED: ReadonlySet<string> = new Set(['up', 'down', 'pageup', 'pagedown', 'enter', 'escape', 'tab', 'insert']);

function isCharacter(key: string): boolean {
  return !NAMED.has(key);
}

/** Longer than any sensible pattern or comment; a whole file pasted by mistake must not block the keys. */
const MAX_LENGTH = 4000;

function insert({ before, after }: EditedLine, text: string): EditedLine {
  const room = Math.max(0, MAX_LENGTH - before.length - after.length);
  return { before: before + text.slice(0, room), after };
}

function onOneLine(text: string): string {
  return text.replaceAll(/\r\n|[\n\r\t\v\f\u0085\u2028\u2029]/g, ' ');
}

function moveLeft({ before, after }: EditedLine, units: number): EditedLine {
  const at = before.length - units;
  return { before: before.slice(0, at), after: before.slice(at) + after };
}

function moveRight({ before, after }: EditedLine, units: number): EditedLine {
  return { before: before + after.slice(0, units), after: after.slice(units) };
}

/** No typed grapheme is longer than this; see `cut-text.ts` for why the rest is ignored. */
function lastGrapheme(text: string): string {
  return graphemes(text.slice(-64)).at(-1) ?? '';
}

function firstGrapheme(text: string): string {
  return graphemes(text.slice(0, 64))[0] ?? '';
}

function wordStart(text: string): number {
  return text.length - (/\S*\s*$/.exec(text)?.[0].length ?? 0);
}

function wordEnd(text: string): number {
  return /^\s*\S*/.exec(text)?.[0].length ?? 0;
}
