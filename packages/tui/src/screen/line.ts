/** How a piece of text is meant; `LineView` says how that looks. */
export type Tone =
  | 'plain'
  | 'strong'
  | 'dim'
  | 'good'
  | 'bad'
  | 'warning'
  | 'accent'
  | 'calm'
  | 'danger'
  | 'added'
  | 'removed'
  | 'hunk';

export type Span = { readonly text: string; readonly tone: Tone };

/** One row of the screen; its text is safe and fits. */
export type Line = readonly Span[];

export function line(text: string, tone: Tone = 'plain'): Line {
  return [{ text, tone }];
}

export const EMPTY_LINE: Line = [];

export function lineText(spans: Line): string {
  return spans.map(({ text }) => text).join('');
}
