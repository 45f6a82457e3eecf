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
  | 'hunk'
  /** The tab that is shown. */
  | 'tab'
  /** The row that keys act on. */
  | 'selected'
  /** Of Markdown. */
  | 'title'
  | 'emphasis'
  | 'code'
  | 'link'
  /** The words of a line that changed. */
  | 'added-word'
  | 'removed-word'
  /** What a question is about, within a longer text. */
  | 'marked'
  | 'marked-danger'
  /** A mode in which nobody is asked. */
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
