import { isPrintableAscii } from './printable-ascii.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Grapheme clusters, one by one. */
export function graphemes(text: string): readonly string[] {
  if (isPrintableAscii(text)) return text.split('');
  const found: string[] = [];
  // In short runs: the segmenter's steps get slower as the text gets longer.
  for (let from = 0; from < text.length; ) {
    const run = Array.from(segmenter.segment(text.slice(from, from + RUN)), ({ segment }) => segment);
    // The last grapheme may continue after the run.
    if (from + RUN < text.length && run.length > 1) run.pop();
    for (const segment of run) {
      found.push(segment);
      from += segment.length;
    }
  }
  return found;
}

const RUN = 256;
