import { cut } from './wrap.ts';

/** One row; what does not fit is cut off behind `…`. However long the text is, only its beginning is looked at. */
export function cutText(text: string, columns: number): string {
  return cut(beginningOf(text, columns), columns);
}

/**
 * More than enough of it to fill so many columns. Taking a text apart into letters takes time by its length squared, and some
 * of what is shown here (a comment, a tool's name) was written by somebody who may want that.
 */
export function beginningOf(text: string, columns: number): string {
  const most = 64 + 8 * Math.max(0, columns);
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
