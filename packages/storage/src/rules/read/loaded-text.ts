import type { Result } from '@caliban/calls';
import { ok } from '@caliban/calls/types';
import { type ParsedText, parseText, type Syntax, type SyntaxProblem } from '../../documents/parsed-text.ts';
import { type Policy, readPolicy } from './read-policy.ts';

/** A text that parses, and the policy it contains; `policy.errors` says whether that can be used. */
export type LoadedText = {
  readonly parsed: ParsedText;
  readonly policy: Policy;
};

export type TextKind = {
  readonly syntax?: Syntax;
  /** The whole file is about permissions. */
  readonly wholeFile?: boolean;
};

/** The text must not start with a byte order mark. */
export function loadText(text: string, { syntax, wholeFile = true }: TextKind = {}): Result<LoadedText, SyntaxProblem> {
  const parsed = parseText(text, syntax);
  return parsed.ok ? ok({ parsed: parsed.value, policy: readPolicy(parsed.value.table, { wholeFile }) }) : parsed;
}
