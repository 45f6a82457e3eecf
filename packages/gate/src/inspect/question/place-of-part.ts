import type { ToolCall } from '@caliban/calls';
import type { Part } from '../../types/verdict.ts';

/** The range of the part in the command line; null if it isn't certain. */
export function placeOfPart({ subject }: ToolCall, part: Part): { readonly from: number; readonly to: number } | null {
  if (subject.kind !== 'command-line' || part.of < 2 || part.kind === 'line' || part.text === '') return null;
  const { source, units } = subject.line;
  const places = occurrences(source, part.text);
  const same = units.flatMap((unit, index) => (unit.raw === part.text ? [index] : []));
  // The same text may also be an argument elsewhere: then a mark could point at the wrong one.
  const nth = part.kind === 'command' && places.length === same.length ? same.indexOf(part.number - 1) : 0;
  if (places.length > 1 && places.length !== same.length) return null;
  const from = places[Math.max(0, nth)];
  return from === undefined ? null : { from, to: from + part.text.length };
}

const MAX_OCCURRENCES = 64;

function occurrences(text: string, searched: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(searched); at !== -1 && found.length < MAX_OCCURRENCES; ) {
    found.push(at);
    at = text.indexOf(searched, at + 1);
  }
  return found;
}
