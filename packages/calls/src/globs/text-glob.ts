import type { GlobSegment, TextGlob } from '../types/glob.ts';
import { findLiteral } from './find-literal.ts';
import { findHoles, holesEndAt, holesStartAt } from './hole-segment.ts';

/** `escapable`: the characters a backslash makes literal; before any other the backslash is literal. */
export function parseTextGlob(text: string, escapable = '*?\\'): TextGlob {
  if (text.includes('?') || text.includes('\\')) return { text, segments: readSegments(text, escapable) };
  const star = text.indexOf('*');
  if (star === -1) return { text, segments: [text] };
  // Like nearly every glob with a star.
  if (star === text.length - 1) return { text, segments: [text.slice(0, star), ''] };
  return { text, segments: splitAtStars(text) };
}

/** `**` is the same as `*`: there is nothing between its stars. */
function splitAtStars(text: string): GlobSegment[] {
  const segments: GlobSegment[] = [];
  let start = 0;
  for (let star = text.indexOf('*'); star !== -1; star = text.indexOf('*', start)) {
    if (star > start || start === 0) segments.push(text.slice(start, star));
    start = star + 1;
  }
  segments.push(text.slice(start));
  return segments;
}

function readSegments(text: string, escapable: string): GlobSegment[] {
  const segments: GlobSegment[] = [];
  let characters: (string | null)[] = [];
  let hasHole = false;
  const endSegment = () => {
    segments.push(hasHole ? { characters } : characters.join(''));
    characters = [];
    hasHole = false;
  };
  let afterStar = false;
  for (const { character, escaped } of unescaped(text, escapable)) {
    if (character === '*' && !escaped) {
      if (!afterStar) endSegment();
      afterStar = true;
      continue;
    }
    afterStar = false;
    if (character === '?' && !escaped) {
      hasHole = true;
      characters.push(null);
    } else {
      characters.push(character);
    }
  }
  endSegment();
  return segments;
}

/** The same glob, matching anywhere in a text. */
export function anywhere(glob: TextGlob): TextGlob {
  return { text: glob.text, segments: ['', ...glob.segments, ''] };
}

/** Linear for any text, because the model chooses it. */
export function matchesText({ segments }: TextGlob, text: string): boolean {
  const head = segments[0] as GlobSegment;
  if (segments.length === 1)
    return typeof head === 'string' ? text === head : holesEndAt(head, text, 0) === text.length;

  const tail = segments[segments.length - 1] as GlobSegment;
  let start = startAfter(head, text);
  if (start === -1) return false;
  const end = typeof tail === 'string' ? endBefore(tail, text) : holesStartAt(tail, text, text.length);
  if (end < start) return false;

  // The leftmost match for each inner segment is always right: it leaves the most room for the rest.
  for (let index = 1; index < segments.length - 1; index++) {
    start = firstEndAfter(segments[index] as GlobSegment, text, start);
    if (start === -1 || start > end) return false;
  }
  return true;
}

/** The text of a glob without wildcards, else null. */
export function literalText({ segments }: TextGlob): string | null {
  const only = segments[0];
  return segments.length === 1 && typeof only === 'string' ? only : null;
}

/** `*` and `**`: every text. */
export function matchesEveryText({ segments }: TextGlob): boolean {
  return segments.length > 1 && segments[0] === '' && segments.every((segment) => segment === '');
}

/** The characters of a segment; null means any one. */
export function charactersOf(segment: GlobSegment): readonly (string | null)[] {
  return typeof segment === 'string' ? Array.from(segment) : segment.characters;
}

/** Text as a glob that matches exactly it. */
export function escapeGlob(text: string): string {
  return text.replaceAll(/[*?\\]/g, '\\$&');
}

/** A path as a path glob that matches exactly it, also within braces. */
export function escapePathGlob(path: string): string {
  return path.replaceAll(/[*?[\]{},\\]/g, '\\$&');
}

/** The characters of a glob, with escapes resolved. */
export function* unescaped(text: string, escapable: string): Generator<{ character: string; escaped: boolean }> {
  let backslash = false;
  for (const character of text) {
    if (backslash) {
      backslash = false;
      if (escapable.includes(character)) {
        yield { character, escaped: true };
        continue;
      }
      yield { character: '\\', escaped: true };
    }
    if (character === '\\') backslash = true;
    else yield { character, escaped: false };
  }
  if (backslash) yield { character: '\\', escaped: true };
}

function startAfter(head: GlobSegment, text: string): number {
  if (typeof head !== 'string') return holesEndAt(head, text, 0);
  return text.startsWith(head) ? head.length : -1;
}

function endBefore(tail: string, text: string): number {
  return text.endsWith(tail) ? text.length - tail.length : -1;
}

function firstEndAfter(segment: GlobSegment, text: string, from: number): number {
  if (typeof segment !== 'string') return findHoles(segment, text, from);
  const at = findLiteral(text, segment, from);
  return at === -1 ? -1 : at + segment.length;
}
