import { isPrintableAscii } from './printable-ascii.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What a person calls characters, one by one. */
export function graphemes(text: string): readonly string[] {
  if (isPrintableAscii(text)) return text.split('');
  const found: string[] = [];
  // In short runs: the segmenter takes ever longer for each step into a long text.
  for (let from = 0; from < text.length; ) {
    const run = Array.from(segmenter.segment(text.slice(from, from + RUN)), ({ segment }) => segment);
    // The last one may go on behind the run.
    if (from + RUN < text.length && run.length > 1) run.pop();
    for (const segment of run) {
      found.push(segment);
      from += segment.length;
    }
  }
  return found;
}

const RUN = 256;
