import {
  GLOBSTAR,
  type PathAnchor,
  type PathGlob,
  type PathSegment,
  type PathSegments,
  type PathToken,
} from '../types/glob.ts';
import { fail, ok, type Result } from '../types/result.ts';
import { AnchoredWalk, type PathGlobProblem } from './anchored-walk.ts';
import { expandBraces, type GlobCharacter } from './braces.ts';
import { readClass } from './read-class.ts';

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
  const walk = new AnchoredWalk(anchor, { slashInside: hasSlashInside(text) });
  let start = anchor === 'home' ? 1 : 0;
  for (let slash = text.indexOf('/', start); slash !== -1; slash = text.indexOf('/', start)) {
    walk.step(simpleSegment(text.slice(start, slash)), start);
    start = slash + 1;
  }
  walk.step(simpleSegment(text.slice(start)), start);
  const segments = walk.finish({ trailingSlash: text.endsWith('/') });
  return segments.ok ? ok({ text, anchor, alternatives: [segments.value] }) : segments;
}

/** A slash that is not the last character. */
function hasSlashInside(text: string): boolean {
  const slash = text.indexOf('/');
  return slash !== -1 && slash !== text.length - 1;
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

function toSegments(characters: readonly GlobCharacter[], anchor: PathAnchor): Result<PathSegments, PathGlobProblem> {
  const pieces = splitAtSlashes(characters);
  const trailingSlash = pieces.length > 1 && pieces.at(-1)?.length === 0;
  const walk = new AnchoredWalk(anchor, { slashInside: pieces.length > (trailingSlash ? 2 : 1) });
  for (const [index, piece] of pieces.entries()) {
    if (anchor !== 'home' || index > 0) walk.step(toSegment(piece), piece[0]?.offset ?? 0);
  }
  return walk.finish({ trailingSlash });
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
