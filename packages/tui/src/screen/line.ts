/** The meaning of a piece of text; `LineView` maps it to a style. */
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
  | 'hunk'
  /** The selected tab. */
  | 'tab'
  /** The selected row. */
  | 'selected'
  /** Markdown. */
  | 'title'
  | 'emphasis'
  | 'code'
  | 'link'
  /** The changed words of a line. */
  | 'added-word'
  | 'removed-word'
  /** The part of a longer text that a question is about. */
  | 'marked'
  | 'marked-danger'
  /** A mode that asks no one. */
  | 'alarm'
  | 'danger-alarm';

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
