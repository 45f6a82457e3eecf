import type { Result } from '@caliban/gate';
import { ok } from '@caliban/gate/internal/types/result';
import { JSON_SYNTAX } from './json-syntax.ts';
import { type Policy, readPolicy } from './read-policy.ts';
import type { Syntax, SyntaxProblem } from './syntax.ts';
import type { Table } from './table.ts';
import { TOML } from './toml-syntax.ts';

/** A text that parses, and what it says; `policy.errors` tells whether that can be used. */
export type LoadedText = {
  readonly text: string;
  readonly syntax: Syntax;
  readonly document: Table;
  readonly policy: Policy;
};

export type TextKind = {
  readonly syntax?: Syntax;
  /** The file is about nothing but permissions. */
  readonly wholeFile?: boolean;
};

/** The text must not start with a byte order mark. */
export function loadText(text: string, kind: TextKind = {}): Result<LoadedText, SyntaxProblem> {
  const { syntax = TOML, wholeFile = true } = kind;
  const document = syntax.parse(text);
  if (!document.ok) return document;
  return ok({ text, syntax, document: document.value, policy: readPolicy(document.value, { wholeFile }) });
}

export function syntaxOf(file: string): Syntax {
  return file.endsWith('.json') ? JSON_SYNTAX : TOML;
}

/** Windows editors put one there; it is kept on writing and means nothing. */
export function splitByteOrderMark(written: string): { readonly mark: string; readonly text: string } {
  const mark = written.startsWith('\ufeff') ? '\ufeff' : '';
  return { mark, text: written.slice(mark.length) };
}
