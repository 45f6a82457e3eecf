import type { ClassName, PathGlob, TextGlob, UrlGlob } from '@caliban/calls/types';

/** A parsed pattern. `formatPattern` prints it back to the text it came from. */
export type Pattern = {
  readonly tool: ToolGlob;
  /** `class` is a class by itself: `@read-only`. */
  readonly spelling: 'bare' | 'colon' | 'paren' | 'class';
  /** The text after the colon or between the parentheses, or the class with its `@`; empty for a bare tool name. */
  readonly specText: string;
  /** Parsed for the single named tool; if there may be several, it is parsed for each called tool (`specFor`). */
  readonly spec: Spec | 'by-tool';
};

/** The tools a pattern is about. */
export type ToolGlob = {
  /** As written: `Edit|Write`. */
  readonly text: string;
  /** One of these must match the name. There may be more than are written: `Edit(…)` is about every tool that edits. */
  readonly alternatives: readonly TextGlob[];
};

/** Requirements for a call of the tool. Both parts must match; with neither, any call does. */
export type Spec = {
  readonly argument: ArgumentGlob | null;
  readonly fields: readonly FieldGlob[];
};

/** A glob over the first argument, in the language of that argument. */
export type ArgumentGlob =
  /** `bare`: another text that matches, the command without the arguments that `glob` requires. */
  | { readonly kind: 'text'; readonly glob: TextGlob; readonly anywhere: boolean; readonly bare?: TextGlob }
  | { readonly kind: 'path'; readonly glob: PathGlob }
  | { readonly kind: 'url'; readonly glob: UrlGlob }
  /** What the call does, whatever its argument looks like. */
  | { readonly kind: 'class'; readonly name: ClassName };

export type FieldGlob = {
  /** The path into the input object: `meta.owner` is `['meta', 'owner']`. */
  readonly keys: readonly string[];
  readonly glob: TextGlob;
};

export type PatternProblem = {
  readonly message: string;
  /** One-based, in UTF-16 units of the pattern text. */
  readonly column: number;
};
