/**
 * A glob over text: `*` is any run of characters, `?` exactly one, `**` the same as `*`, and `\*`, `\?`, `\\` are literal.
 * Whole-string and case-sensitive.
 */
export type TextGlob = {
  /** As written. */
  readonly text: string;
  /** The parts between the stars, in order; one segment means no star at all. */
  readonly segments: readonly GlobSegment[];
};

/** Literal text, or text with `?` in it. */
export type GlobSegment = string | HoleSegment;

/** A run of characters with `?` in it: null is any one character (a whole code point). */
export type HoleSegment = { readonly characters: readonly (string | null)[] };

/** A glob over absolute paths. Whole-path; `*`, `?` and classes stop at `/`, a `**` segment crosses any number of segments. */
export type PathGlob = {
  /** As written. */
  readonly text: string;
  /** The directory that the segments are relative to. */
  readonly anchor: PathAnchor;
  /** Braces are expanded: one of these must match. */
  readonly alternatives: readonly PathSegments[];
};

export type PathAnchor = 'root' | 'home' | 'workspace';

export type PathSegments = readonly (PathSegment | typeof GLOBSTAR)[];

/** One segment: literal text, or tokens. */
export type PathSegment = string | readonly PathToken[];

export type PathToken =
  /** One character. */
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'star' }
  | { readonly kind: 'any' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly (readonly [number, number])[] };

export const GLOBSTAR: unique symbol = Symbol.for('caliban.globstar');

/**
 * A glob over URLs in normal form. If it contains a scheme, a star before the path stays inside scheme, host and port, except as
 * the very last character of the pattern: `https://docs.*` matches everything with that prefix, `https://*.a.test/*` no other
 * host.
 */
export type UrlGlob = {
  /** As written. */
  readonly text: string;
  /** Looser globs over the whole URL: if none of them matches, the URL glob doesn't match either. */
  readonly loose: readonly TextGlob[];
  /** Null: the pattern has no scheme, and `loose` is all there is. */
  readonly parts: {
    readonly scheme: TextGlob;
    /** One of these. */
    readonly authorities: readonly TextGlob[];
    readonly rest: readonly TextGlob[];
  } | null;
};
