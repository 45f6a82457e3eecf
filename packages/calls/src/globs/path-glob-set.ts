import type { AbsolutePath } from '../types/absolute-path.ts';
import type { PathAnchor, PathGlob, PathSegment, PathSegments, PathToken } from '../types/glob.ts';
import { belowAnchor, matchesSegments, type PathRoots } from './path-glob.ts';

/** Many globs at once. Most are ruled out because the path lacks a name or extension that they require. */
export class PathGlobSet {
  readonly #byName = new Map<string, Entry[]>();
  readonly #byExtension = new Map<string, Entry[]>();
  readonly #others: Entry[] = [];

  constructor(globs: readonly PathGlob[]) {
    for (const { anchor, alternatives } of globs)
      for (const segments of alternatives) this.#listFor(segments).push({ anchor, segments });
  }

  /** Whether one of the globs matches. */
  matches(path: AbsolutePath, roots: PathRoots): boolean {
    const isMatch = ({ anchor, segments }: Entry): boolean => {
      const below = belowAnchor(anchor, path, roots);
      return below !== null && matchesSegments(segments, below);
    };
    for (let start = 1; start <= path.length; ) {
      const slash = path.indexOf('/', start);
      const end = slash === -1 ? path.length : slash;
      const name = path.slice(start, end);
      if (this.#byName.get(name)?.some(isMatch) === true) return true;
      if (slash === -1 && this.#byExtension.get(extensionOf(name))?.some(isMatch) === true) return true;
      start = end + 1;
    }
    return this.#others.some(isMatch);
  }

  #listFor(segments: PathSegments): Entry[] {
    const name = segments.findLast((segment) => typeof segment === 'string');
    if (name !== undefined) return listIn(this.#byName, name);
    const last = segments.at(-1);
    const extension = isTokens(last) ? literalExtension(last) : null;
    return extension === null ? this.#others : listIn(this.#byExtension, extension);
  }
}

type Entry = { readonly anchor: PathAnchor; readonly segments: PathSegments };

function listIn(lists: Map<string, Entry[]>, key: string): Entry[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function isTokens(segment: PathSegments[number] | undefined): segment is Exclude<PathSegment, string> {
  return Array.isArray(segment);
}

/** The extension of every name that the tokens match; null if names with several extensions match. */
function literalExtension(tokens: readonly PathToken[]): string | null {
  let end = '';
  for (const token of tokens.toReversed()) {
    if (token.kind !== 'literal') return null;
    end = token.text + end;
    if (token.text === '.') return end;
  }
  return null;
}

/** With its dot. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot);
}
