import type { PathGlob, TextGlob, UrlGlob } from './glob.ts';

/** A parsed pattern. `formatPattern` prints it back to the text it came from. */
export type Pattern = {
  readonly tool: TextGlob;
  readonly spelling: 'bare' | 'colon' | 'paren';
  /** What stands after the colon or between the parens; empty for a bare tool name. */
  readonly specText: string;
  /** Read for the one tool named; a glob over tool names is read for each called tool (`specFor`). */
  readonly spec: Spec | 'by-tool';
};

/** What a call of the tool must look like. Both parts must hold; neither given means any call. */
export type Spec = {
  readonly argument: ArgumentGlob | null;
  readonly fields: readonly FieldGlob[];
};

/** A glob over the first argument, in the language of that argument. */
export type ArgumentGlob =
  | { readonly kind: 'text'; readonly glob: TextGlob; readonly anywhere: boolean }
  | { readonly kind: 'path'; readonly glob: PathGlob }
  | { readonly kind: 'url'; readonly glob: UrlGlob };

export type FieldGlob = {
  /** The way into the input object: `meta.owner` is `['meta', 'owner']`. */
  readonly keys: readonly string[];
  readonly glob: TextGlob;
};

export type PatternProblem = {
  readonly message: string;
  /** One-based, in UTF-16 units of the pattern text. */
  readonly column: number;
};
