import { tableHeaders } from '../quick-toml-lines.ts';

/** A stretch of the text that is a document of its own, and the number of its first rule in the whole. */
export type Neighbourhood = { readonly start: number; readonly end: number; readonly first: number };

/**
 * The rule at `at` with one rule on either side: an edit needs to see no more, and the parser that knows places is slow. The whole
 * text when rules are not written as tables.
 */
export function neighbourhood(text: string, { at, count }: { at: number; count: number }): Neighbourhood {
  const headers = tableHeaders(text, 'rules', count);
  if (headers === null) return { start: 0, end: text.length, first: 0 };
  const first = Math.max(0, at - 1);
  return {
    // In front of the first rule stands everything else; it has no neighbour to keep.
    start: first === 0 ? 0 : (headers.starts[first] ?? 0),
    end: headers.starts[at + 2] ?? text.length,
    first,
  };
}
