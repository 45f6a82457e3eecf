import { type Buffer, replace, type Unit } from './buffer.ts';

export type Edit = (buffer: Buffer) => Buffer;

export const left: Edit = ({ units, cursor }) => ({ units, cursor: Math.max(0, cursor - 1) });
export const right: Edit = ({ units, cursor }) => ({ units, cursor: Math.min(units.length, cursor + 1) });
export const wordLeft: Edit = ({ units, cursor }) => ({ units, cursor: wordStart(units, cursor) });
export const wordRight: Edit = ({ units, cursor }) => ({ units, cursor: wordEnd(units, cursor) });
export const lineStart: Edit = ({ units, cursor }) => ({ units, cursor: startOfLine(units, cursor) });
export const lineEnd: Edit = ({ units, cursor }) => ({ units, cursor: endOfLine(units, cursor) });

export const deleteBack: Edit = (buffer) => cutOut(buffer, buffer.cursor - 1, buffer.cursor);
export const deleteForward: Edit = (buffer) => cutOut(buffer, buffer.cursor, buffer.cursor + 1);
export const deleteWordBack: Edit = (buffer) => cutOut(buffer, wordStart(buffer.units, buffer.cursor), buffer.cursor);
export const deleteWordForward: Edit = (buffer) => cutOut(buffer, buffer.cursor, wordEnd(buffer.units, buffer.cursor));

/** At the end of a line it removes the line end, so that pressing it again joins lines. */
export const killToLineEnd: Edit = (buffer) => {
  const end = endOfLine(buffer.units, buffer.cursor);
  return cutOut(buffer, buffer.cursor, end === buffer.cursor ? end + 1 : end);
};

export const killToLineStart: Edit = (buffer) => {
  const start = startOfLine(buffer.units, buffer.cursor);
  return cutOut(buffer, start === buffer.cursor ? start - 1 : start, buffer.cursor);
};

function cutOut(buffer: Buffer, from: number, to: number): Buffer {
  return replace(buffer, { from: Math.max(0, from), to: Math.min(buffer.units.length, to) });
}

function startOfLine(units: readonly Unit[], from: number): number {
  return from === 0 ? 0 : units.lastIndexOf('\n', from - 1) + 1;
}

function endOfLine(units: readonly Unit[], from: number): number {
  const end = units.indexOf('\n', from);
  return end === -1 ? units.length : end;
}

function wordStart(units: readonly Unit[], from: number): number {
  let at = from;
  while (at > 0 && !isWord(units[at - 1])) at -= 1;
  while (at > 0 && isWord(units[at - 1])) at -= 1;
  return at;
}

function wordEnd(units: readonly Unit[], from: number): number {
  let at = from;
  while (at < units.length && !isWord(units[at])) at += 1;
  while (at < units.length && isWord(units[at])) at += 1;
  return at;
}

/** A folded paste is treated as a word. */
function isWord(unit: Unit | undefined): boolean {
  return typeof unit === 'object' || (unit !== undefined && /^[\p{L}\p{N}\p{M}_]/u.test(unit));
}
