import { globWords } from '../globs/glob-words.ts';
import { parsePathGlob } from '../globs/parse-path-glob.ts';
import { absolutePath, everyPlace, MAX_PATH_LENGTH, pathBelow } from '../text/path.ts';
import type { AbsolutePath } from '../types/absolute-path.ts';
import { GLOBSTAR, type PathSegments } from '../types/glob.ts';
import type { Subject } from '../types/subject.ts';
import type { CallContext, Reach } from '../types/tool-call.ts';

export type Searching = { readonly tool: string; readonly subject: Subject; readonly context: CallContext };

/** Every place in which the globs may find a file. Programs read globs differently, so all readings are included. */
export function describeReach(globs: readonly string[], searching: Searching): readonly Reach[] {
  const starts = startsOf(searching);
  const isTooMuch = globs.length > MAX_GLOBS || globs.some(({ length }) => length > MAX_PATH_LENGTH);
  if (isTooMuch) return starts.map((start) => below(start, UNREADABLE));
  const words = [...new Set(globs.flatMap(asList))].map((glob) => globWords(glob));
  const readable = [...new Set(words.flatMap((each) => each ?? []))];
  if (words.includes(null) || readable.length > MAX_GLOBS) return starts.map((start) => below(start, UNREADABLE));
  return starts.flatMap((start) => readable.flatMap((word) => reachFrom(start, word, searching)));
}

const MAX_GLOBS = 256;

/** A glob we can't parse may match any file or directory below the start. */
const UNREADABLE: PathSegments = [GLOBSTAR, [{ kind: 'any' }, { kind: 'star' }], GLOBSTAR];

/** Some hosts accept one text with several globs, separated by blanks or commas. */
function asList(text: string): readonly string[] {
  return [text, ...text.split(/\s+/), ...text.split(/[\s,]+(?![^{]*\})/)].filter((glob) => glob !== '');
}

function startsOf({ subject, context: { workspace, cwd = workspace, realPath } }: Searching): readonly AbsolutePath[] {
  if (subject.kind === 'path') return everyPlace(subject);
  return everyPlace({ written: cwd, real: realPath?.(cwd) ?? cwd });
}

function reachFrom(start: AbsolutePath, word: string, { tool, context }: Searching): readonly Reach[] {
  // It excludes files, so it finds all the others.
  if (word.startsWith('!')) return [below(start, [GLOBSTAR])];
  const { home, realPath } = context;
  // A search in files looks for a bare name in every directory.
  const written = tool === 'Grep' && !word.includes('/') ? `**/${word}` : word;
  const pieces = absolutePath(written, { base: start, home }).slice(1).split('/');
  const firstGlob = pieces.findIndex((piece) => WILD.test(piece));
  const literal = `/${pieces.slice(0, firstGlob === -1 ? pieces.length : firstGlob).join('/')}` as AbsolutePath;
  const rest = firstGlob === -1 ? [] : globSegments(pieces.slice(firstGlob));
  return everyPlace({ written: literal, real: realPath?.(literal) ?? literal }).map((place) => ({
    segments: [...segmentsOf(place), ...rest],
    start: Math.max(...[start, ...rootsOf(context)].map((root) => startAt(place, root))),
  }));
}

const WILD = /[*?[\]{}()!|\\]/;

function globSegments(pieces: readonly string[]): PathSegments {
  const parsed = parsePathGlob(`/${pieces.map((piece) => (EXTENDED.test(piece) ? '?*' : piece)).join('/')}`);
  return parsed.ok ? parsed.value.alternatives.flat() : UNREADABLE;
}

/** `@(a|b)`, `!(a)`, `+(a)`: any name. */
const EXTENDED = /[!@+?*]\(/;

function below(start: AbsolutePath, rest: PathSegments): Reach {
  const segments = segmentsOf(start);
  return { segments: [...segments, ...rest], start: segments.length };
}

function segmentsOf(path: AbsolutePath): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** An absolute glob begins with one of these prefixes, and means only the part after it. */
function rootsOf({ workspace, home, realPath }: CallContext): readonly AbsolutePath[] {
  const roots = home === undefined ? [workspace] : [workspace, home];
  return realPath === undefined ? roots : [...roots, ...roots.map(realPath)];
}

function startAt(path: AbsolutePath, root: AbsolutePath): number {
  return pathBelow(path, root) === null ? 0 : segmentsOf(root).length;
}
