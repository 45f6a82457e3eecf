import {
  GLOBSTAR,
  type PathAnchor,
  type PathGlob,
  type PathSegment,
  type PathSegments,
  type PathToken,
} from '../types/glob.ts';
import { fail, ok, type Result } from '../types/result.ts';
import { expandBraces, type GlobCharacter } from './braces.ts';

/** What is wrong and where: `offset` counts UTF-16 units from the start of the glob. */
export type PathGlobProblem = { readonly message: string; readonly offset: number };

/**
 * `/…` is absolute, `~/…` is below the home directory. Anything else is anchored as in .gitignore: with a slash inside it at
 * the workspace root, without one at any depth below the workspace. A trailing slash means everything below.
 */
export function parsePathGlob(text: string): Result<PathGlob, PathGlobProblem> {
  if (/^~[^/]/.test(text)) {
    return fail({
      message: '`~` is the home directory only as `~/…`; write `\\~` for the character itself',
      offset: 0,
    });
  }
  if (!/[\\[\]{}?]/.test(text)) return parseSimple(text);

  const read = readCharacters(text);
  if (!read.ok) return read;
  const expanded = expandBraces(read.value);
  if (!expanded.ok) return expanded;

  const anchor = anchorOf(text);
  const alternatives: PathSegments[] = [];
  for (const characters of expanded.value) {
    const segments = toSegments(characters, anchor);
    if (!segments.ok) return segments;
    alternatives.push(segments.value);
  }
  return ok({ text, anchor, alternatives });
}

/** No escape, class, brace or `?`: what nearly every pattern is. */
function parseSimple(text: string): Result<PathGlob, PathGlobProblem> {
  const anchor = anchorOf(text);
  let offset = 0;
  const pieces = text.split('/').map((piece): Piece => {
    const segment: Piece = { segment: simpleSegment(piece), offset };
    offset += piece.length + 1;
    return segment;
  });
  const segments = anchored(pieces, anchor);
  return segments.ok ? ok({ text, anchor, alternatives: [segments.value] }) : segments;
}

function simpleSegment(piece: string): PathSegment | typeof GLOBSTAR {
  if (!piece.includes('*')) return piece;
  if (piece === '**') return GLOBSTAR;
  return Array.from(
    piece.replaceAll(/\*+/g, '*'),
    (text): PathToken => (text === '*' ? { kind: 'star' } : { kind: 'literal', text }),
  );
}

function anchorOf(text: string): PathAnchor {
  if (text.startsWith('/')) return 'root';
  return text === '~' || text.startsWith('~/') ? 'home' : 'workspace';
}

/** Escapes and classes resolved; braces still there as plain characters. */
function readCharacters(text: string): Result<GlobCharacter[], PathGlobProblem> {
  const characters: GlobCharacter[] = [];
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    if (character === '\\') {
      if (at + 1 === text.length) {
        return fail({ message: 'a backslash at the end escapes nothing; write `\\\\` for a backslash', offset: at });
      }
      const escaped = String.fromCodePoint(text.codePointAt(at + 1) as number);
      characters.push({ token: { kind: 'literal', text: escaped }, offset: at });
      at += 1 + escaped.length;
    } else if (character === '[') {
      const found = readClass(text, at);
      if (found === null)
        return fail({ message: '`[` is never closed; write `\\[` for the character itself', offset: at });
      characters.push({ token: found.token, offset: at });
      at = found.end;
    } else {
      characters.push({ token: plainToken(character), offset: at });
      at += character.length;
    }
  }
  return ok(characters);
}

function plainToken(character: string): GlobCharacter['token'] {
  switch (character) {
    case '*':
      return { kind: 'star' };
    case '?':
      return { kind: 'any' };
    case '/':
      return 'slash';
    case '{':
      return 'open';
    case ',':
      return 'comma';
    case '}':
      return 'close';
    default:
      return { kind: 'literal', text: character };
  }
}

/** `[abc]`, `[a-z]`, `[!a]`, `[^a]`; a `]` in first place is itself. */
function readClass(text: string, start: number): { token: PathToken; end: number } | null {
  let at = start + 1;
  const negated = text[at] === '!' || text[at] === '^';
  if (negated) at++;
  const ranges: [number, number][] = [];
  let first = true;
  while (at < text.length) {
    let low = text.codePointAt(at) as number;
    if (low === CLOSE && !first) {
      return { token: { kind: 'class', negated, ranges }, end: at + 1 };
    }
    first = false;
    if (low === BACKSLASH && at + 1 < text.length) low = text.codePointAt(++at) as number;
    at += low > 0xffff ? 2 : 1;
    let high = low;
    if (text[at] === '-' && at + 1 < text.length && text.codePointAt(at + 1) !== CLOSE) {
      at++;
      high = text.codePointAt(at) as number;
      if (high === BACKSLASH && at + 1 < text.length) high = text.codePointAt(++at) as number;
      at += high > 0xffff ? 2 : 1;
    }
    ranges.push([low, high]);
  }
  return null;
}

const CLOSE = 93;
const BACKSLASH = 92;

function toSegments(characters: readonly GlobCharacter[], anchor: PathAnchor): Result<PathSegments, PathGlobProblem> {
  const pieces = splitAtSlashes(characters).map(
    (piece): Piece => ({
      segment: toSegment(piece),
      offset: piece[0]?.offset ?? 0,
    }),
  );
  return anchored(pieces, anchor);
}

type Piece = { readonly segment: PathSegment | typeof GLOBSTAR; readonly offset: number };

/** What stands between the slashes, made into a walk from the anchor. */
function anchored(pieces: readonly Piece[], anchor: PathAnchor): Result<PathSegments, PathGlobProblem> {
  const trailingSlash = pieces.length > 1 && pieces.at(-1)?.segment === '';
  const slashInside = pieces.length > (trailingSlash ? 2 : 1);

  const segments: (PathSegment | typeof GLOBSTAR)[] = [];
  if (anchor === 'workspace' && !slashInside) segments.push(GLOBSTAR);
  for (const [index, { segment, offset }] of pieces.entries()) {
    if (segment === '' || segment === '.' || (anchor === 'home' && index === 0)) continue;
    if (segment === '..') {
      return fail({ message: '`..` never stands in a judged path; write the path it leads to', offset });
    }
    if (segment === GLOBSTAR && segments.at(-1) === GLOBSTAR) continue;
    segments.push(segment);
  }
  if (trailingSlash && segments.at(-1) !== GLOBSTAR) segments.push(GLOBSTAR);
  return ok(segments);
}

function splitAtSlashes(characters: readonly GlobCharacter[]): GlobCharacter[][] {
  const pieces: GlobCharacter[][] = [[]];
  for (const character of characters) {
    if (character.token === 'slash') pieces.push([]);
    else (pieces.at(-1) as GlobCharacter[]).push(character);
  }
  return pieces;
}

function toSegment(piece: readonly GlobCharacter[]): PathSegment | typeof GLOBSTAR {
  if (piece.length === 2 && piece.every(({ token }) => isStar(token))) return GLOBSTAR;
  const tokens: PathToken[] = [];
  for (const { token } of piece) {
    // Glued to other text, `**` is just `*`.
    if (isStar(token) && tokens.at(-1)?.kind === 'star') continue;
    tokens.push(typeof token === 'string' ? { kind: 'literal', text: SPELLED[token] } : token);
  }
  if (tokens.every((token) => token.kind === 'literal')) return tokens.map((token) => token.text).join('');
  return tokens;
}

function isStar(token: GlobCharacter['token']): boolean {
  return typeof token !== 'string' && token.kind === 'star';
}

/** A comma outside braces is a comma; unmatched braces never come this far. */
const SPELLED = { slash: '/', open: '{', comma: ',', close: '}' } as const;
