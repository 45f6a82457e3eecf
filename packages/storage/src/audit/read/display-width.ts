/** How many columns of a terminal a text without control characters takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** Exactly so many columns: padded, or cut with `…` at its end. */
export function fitTo(text: string, columns: number): string {
  const width = displayWidth(text);
  return width <= columns ? text + ' '.repeat(columns - width) : cutTo(text, columns);
}

/** The same, but cut with `…` at its start: a path is known by its end. */
export function fitEndTo(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return fitTo(text, columns);
  let kept = '';
  let width = 0;
  for (const character of [...text].reverse()) {
    const next = width + columnsOf(character);
    if (next > columns - 1) break;
    kept = character + kept;
    width = next;
  }
  return columns <= 0 ? '' : `…${kept}${' '.repeat(columns - 1 - width)}`;
}

function cutTo(text: string, columns: number): string {
  let kept = '';
  let width = 0;
  for (const character of text) {
    const next = width + columnsOf(character);
    if (next > columns - 1) break;
    kept += character;
    width = next;
  }
  return columns <= 0 ? '' : `${kept}…${' '.repeat(columns - 1 - width)}`;
}

function columnsOf(character: string): number {
  if (character < '\u0300') return 1;
  if (/^\p{M}$/u.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** East Asian wide and full-width characters, and pictures. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]$/u;
