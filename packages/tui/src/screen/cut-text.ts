import { cut } from './wrap.ts';

/** One row; excess text is replaced by `…`. Only the beginning of a long text is examined. */
export function cutText(text: string, columns: number): string {
  return cut(beginningOf(text, columns), columns);
}

/**
 * More than enough of it to fill this many columns. Splitting a text into graphemes takes quadratic time, and some texts shown
 * here (a comment, a tool's name) may be long on purpose.
 */
export function beginningOf(text: string, columns: number): string {
  const most = 64 + 8 * Math.max(0, columns);
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
