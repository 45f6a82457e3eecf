const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What a person calls characters, one by one. */
export function graphemes(text: string): readonly string[] {
  if (PRINTABLE_ASCII.test(text)) return text.split('');
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
