import { literal, RUN, tidy, type Wildcard } from '../patterns/wildcard.ts';
import { END, type RegexWildcard, withoutEnds } from './regex-wildcards.ts';

/** What a regex over JSON text requires of the value of one text field. */
export type FieldWildcard = { readonly key: string; readonly value: Wildcard; readonly exact: boolean };

/** A regex over all arguments: `"key":"value"`, unanchored at both ends. Null if it doesn't have that form. */
export function fieldWildcard(wildcard: RegexWildcard): FieldWildcard | null {
  const parts = withoutEnds(wildcard);
  const [first, ...rest] = parts[0]?.kind === 'run' ? parts.slice(1) : parts;
  if (first?.kind !== 'text') return null;
  const [opening, key] = /^\{?"([^"\\]+)": ?"/.exec(first.text) ?? [];
  if (opening === undefined || key === undefined) return null;
  const value = valueWildcard([literal(first.text.slice(opening.length)), ...rest, ...(hasEnd(wildcard) ? [END] : [])]);
  return value === null ? null : { key, ...value };
}

/**
 * A regex that starts at the start of a JSON text value: its escapes are undone, up to the quote that closes the value. Without
 * one the value may go on. Null if an escape is cut in two.
 */
export function valueWildcard(wildcard: RegexWildcard): { value: Wildcard; exact: boolean } | null {
  const value: Wildcard[number][] = [];
  const parts = withoutEnds(wildcard);
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'text') {
      value.push(part);
      continue;
    }
    const closing = /^(?:[^"\\]|\\.)*/s.exec(part.text)?.[0].length ?? 0;
    const text = unescaped(part.text.slice(0, closing));
    if (text === null) return null;
    value.push(literal(text));
    if (closing === part.text.length) continue;
    if (part.text[closing] === '\\') return null;
    // Anything after the closing quote is about other fields.
    const rest = part.text.length === closing + 1 ? parts.slice(index + 1) : null;
    return { value: tidy(value), exact: rest?.every(({ kind }) => kind === 'run') ?? false };
  }
  return { value: tidy(hasEnd(wildcard) ? value : [...value, RUN]), exact: true };
}

function unescaped(text: string): string | null {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return null;
  }
}

function hasEnd(wildcard: RegexWildcard): boolean {
  return wildcard.some(({ kind }) => kind === 'end');
}
