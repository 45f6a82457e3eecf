import stringWidth from 'string-width';

/** The number of terminal columns that a text without control characters takes. */
export function displayWidth(text: string): number {
  return stringWidth(text, { countAnsiEscapeCodes: true });
}

/** Pads the text, or cuts it with `…` at the end, to exactly this many columns. */
export function fitTo(text: string, columns: number): string {
  const width = displayWidth(text);
  if (width <= columns) return text + ' '.repeat(columns - width);
  if (columns <= 0) return '';
  const kept = fitting(charactersOf(text), columns - 1);
  return `${kept.join('')}…${blanksAfter(kept, columns - 1)}`;
}

/** The same, cut with `…` at the start: the end of a path identifies it. */
export function fitEndTo(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return fitTo(text, columns);
  if (columns <= 0) return '';
  const kept = fitting(charactersOf(text).reverse(), columns - 1).reverse();
  return `…${kept.join('')}${blanksAfter(kept, columns - 1)}`;
}

function fitting(characters: readonly string[], columns: number): string[] {
  let width = 0;
  const end = characters.findIndex((character) => {
    width += displayWidth(character);
    return width > columns;
  });
  return characters.slice(0, end === -1 ? undefined : end);
}

function blanksAfter(kept: readonly string[], columns: number): string {
  return ' '.repeat(columns - displayWidth(kept.join('')));
}

const segmenter = new Intl.Segmenter();

/** Grapheme clusters: a letter with its combining marks is one. */
function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
