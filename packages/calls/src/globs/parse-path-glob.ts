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
import { readClass } from './read-class.ts';

/** The error and its position: `offset` is in UTF-16 units from the start of the glob. */
export type PathGlobProblem = { readonly message: string; readonly offset: number };

/**
 * `/…` is absolute, `~/…` is below the home directory. Anything else is anchored as in .gitignore: with a slash inside it at
 * the workspace root, without one at any depth below the workspace. A trailing slash means everything below.
 */
export function parsePathGlob(text: string): Result<PathGlob, PathGlobProblem> {
  if (text.length > MAX_GLOB_LENGTH) {
    const message = `a path pattern has at most ${MAX_GLOB_LENGTH} characters; write \`*\` or \`**\` for a part, or split it`;
    return fail({ message, offset: MAX_GLOB_LENGTH });
  }
  if (!/[\\[\]{}?]/.test(text)) return parseSimple(text);

  const read = readCharacters(text);
  if (!read.ok) return read;
  const expanded = expandBraces(read.value);
  if (!expanded.ok) return expanded;

  const anchor = commonAnchor(expanded.value, text);
  if (!anchor.ok) return anchor;
  const alternatives: PathSegments[] = [];
  for (const characters of expanded.value) {
    const segments = toSegments(characters, anchor.value);
    if (!segments.ok) return segments;
    alternatives.push(segments.value);
  }
  return ok({ text, anchor: anchor.value, alternatives });
}

/** Twice the longest path that can be opened: each of its characters may need a backslash. */
const MAX_GLOB_LENGTH = 8192;

/** No escape, class, brace or `?`: like nearly every pattern. */
function parseSimple(text: string): Result<PathGlob, PathGlobProblem> {
  const anchor = anchorOf(text[0], text[1]);
  if (anchor === null) return fail({ message: NO_HOME, offset: 0 });
  const pieces = text.split('/');
  const segments = anchoredSegments(anchor, pieces.map(simpleSegment));
  if (segments.ok) return ok({ text, anchor, alternatives: [segments.value] });
  return fail(leadsUp(pieces.slice(0, segments.error).join('/').length + Math.min(1, segments.error)));
}

/** By the first two characters of a path; null for a `~` that is part of a word. */
function anchorOf(first: string | undefined, second: string | undefined): PathAnchor | null {
  if (first === '/') return 'root';
  if (first !== '~') return 'workspace';
  return second === undefined || second === '/' ? 'home' : null;
}

const NO_HOME = '`~` is the home directory only as `~/…`; write `\\~` for the character itself';

function leadsUp(offset: number): PathGlobProblem {
  return { message: '`..` never stands in a judged path; write the path it leads to', offset };
}

function simpleSegment(piece: string): PathSegment | typeof GLOBSTAR {
  if (!piece.includes('*')) return piece;
  if (piece === '**') return GLOBSTAR;
  const known = lately.get(piece);
  if (known !== undefined) return known;
  const tokens: PathToken[] = [];
  for (const text of piece) {
    if (text !== '*') tokens.push({ kind: 'literal', text });
    else if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
  }
  if (lately.size === MAX_REMEMBERED) lately.clear();
  lately.set(piece, tokens);
  return tokens;
}

/** `*.ts` and the like occur repeatedly. */
const lately = new Map<string, PathSegment>();
const MAX_REMEMBERED = 64;

/** Resolves escapes and classes; braces are still plain characters. */
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
      if (!found.ok) return found;
      characters.push({ token: found.value.token, offset: at });
      at = found.value.end;
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

/** Braces may surround the start: `{~/.ssh,~/.aws}/**`. All their alternatives must then have the same anchor. */
function commonAnchor(
  readings: readonly (readonly GlobCharacter[])[],
  text: string,
): Result<PathAnchor, PathGlobProblem> {
  let common: PathAnchor | null = null;
  for (const characters of readings) {
    // As written: an escaped `~` isn't an anchor, and starts with its backslash.
    const [first, second] = characters.slice(0, 2).map(({ offset }) => text[offset]);
    const anchor = anchorOf(first, second);
    const offset = characters[0]?.offset ?? 0;
    if (anchor === null) return fail({ message: NO_HOME, offset });
    if (common !== null && anchor !== common) return fail({ message: MIXED, offset });
    common = anchor;
  }
  return ok(common ?? 'workspace');
}

const MIXED =
  'the braces stand for paths from different places: `/`, `~/` or the workspace; write one pattern for each';

function toSegments(characters: readonly GlobCharacter[], anchor: PathAnchor): Result<PathSegments, PathGlobProblem> {
  const pieces = splitAtSlashes(characters);
  const segments = anchoredSegments(anchor, pieces.map(toSegment));
  return segments.ok ? segments : fail(leadsUp(pieces[segments.error]?.[0]?.offset ?? 0));
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
    // Next to other text, `**` is just `*`.
    if (isStar(token) && tokens.at(-1)?.kind === 'star') continue;
    tokens.push(typeof token === 'string' ? { kind: 'literal', text: SPELLED[token] } : token);
  }
  if (tokens.every((token) => token.kind === 'literal')) return tokens.map((token) => token.text).join('');
  return tokens;
}

function isStar(token: GlobCharacter['token']): boolean {
  return typeof token !== 'string' && token.kind === 'star';
}

/** A comma outside braces is a comma; unmatched braces don't get here. */
const SPELLED = { slash: '/', open: '{', comma: ',', close: '}' } as const;

/** Turns the text between the slashes into a walk from the anchor. Fails with the position of a `..`. */
export function anchoredSegments(
  anchor: PathAnchor,
  pieces: readonly (PathSegment | typeof GLOBSTAR)[],
): Result<PathSegments, number> {
  const trailingSlash = pieces.length > 1 && pieces[pieces.length - 1] === '';
  const slashInside = pieces.length > (trailingSlash ? 2 : 1);
  const segments: (PathSegment | typeof GLOBSTAR)[] = [];
  if (anchor === 'workspace' && !slashInside) segments.push(GLOBSTAR);
  // The first piece below the home directory is the `~`.
  for (let index = anchor === 'home' ? 1 : 0; index < pieces.length; index++) {
    const piece = pieces[index] as PathSegment | typeof GLOBSTAR;
    if (piece === '..') return fail(index);
    if (piece === '' || piece === '.' || (piece === GLOBSTAR && segments.at(-1) === GLOBSTAR)) continue;
    segments.push(piece);
  }
  if (trailingSlash && segments.at(-1) !== GLOBSTAR) segments.push(GLOBSTAR);
  return ok(segments);
}
