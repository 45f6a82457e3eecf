import { cutMiddle, spelledPieces } from '@caliban/calls/text';
import type { PagePiece } from './page-types.ts';

/** More than anyone reads on a page; the cut is marked where it is made. */
export const MAX_TEXT_BYTES: number = 48 * 1024;

/** A range of the text that asks. */
export type Stretch = { readonly from: number; readonly to: number };

/** Text that a browser may show as it is: line ends stay, all other invisible characters are escaped. */
export function piecesOf(text: string, asking: readonly Stretch[] = []): readonly PagePiece[] {
  const { text: shown, cut } = cutMiddle(text, MAX_TEXT_BYTES);
  if (cut || asking.length === 0) return plainPieces(shown);
  const pieces: PagePiece[] = [];
  let at = 0;
  for (const { from, to } of [...asking].sort((one, other) => one.from - other.from)) {
    if (from < at) continue;
    pieces.push(...plainPieces(text.slice(at, from)));
    pieces.push(...plainPieces(text.slice(from, to)).map((piece): PagePiece => ({ ...piece, asks: true })));
    at = to;
  }
  return [...pieces, ...plainPieces(text.slice(at))];
}

/** For a line of a file, which may contain tabs. */
export function linePieces(line: string): readonly PagePiece[] {
  return joined(
    line.split('\t').map((text) => plainPieces(text)),
    '\t',
  );
}

/** Of a name: line ends are spelled out, too. */
export function namePieces(name: string): readonly PagePiece[] {
  return spelledPieces(name).map(({ text, isHidden }) => (isHidden ? { text, hidden: true } : { text }));
}

function plainPieces(text: string): readonly PagePiece[] {
  const lines = text.split('\n').map((line) => namePieces(line));
  return joined(lines, '\n');
}

function joined(groups: readonly (readonly PagePiece[])[], between: string): readonly PagePiece[] {
  const pieces: PagePiece[] = [];
  for (const [index, group] of groups.entries()) {
    for (const piece of index === 0 ? group : [{ text: between }, ...group]) {
      const last = pieces.at(-1);
      if (last !== undefined && last.hidden === undefined && piece.hidden === undefined)
        pieces[pieces.length - 1] = { text: last.text + piece.text };
      else pieces.push(piece);
    }
  }
  return pieces;
}
