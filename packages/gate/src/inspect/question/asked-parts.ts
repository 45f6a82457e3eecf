import type { ToolCall } from '@caliban/calls';
import { ruleVerdict } from '../../filter/rule-verdict.ts';
import { judgeEachPart } from '../../judge/judge-line.ts';
import type { RuleBook } from '../../judge/rule-book.ts';
import type { Question } from '../../types/answer.ts';
import type { Part } from '../../types/verdict.ts';
import { type Suggestion, suggestPatterns } from '../suggest/suggest-patterns.ts';

/** A part of the call that lacks a rule, and patterns for one. No part: the call as a whole. */
export type AskedPart = { readonly part: Part | undefined; readonly suggestions: readonly Suggestion[] };

/** The part that asked comes first, then the others that would have asked, too. Empty: the call as a whole. */
export function askingParts({ call, verdict }: Question, book: RuleBook): readonly Part[] {
  const { because } = ruleVerdict(verdict);
  const asking = because.kind === 'fault' ? undefined : because.part;
  if (asking === undefined) return [];
  return [asking, ...partsThatAsk(call, book).filter((part) => !isSamePart(part, asking))];
}

/** In the order of `asking`. */
export function askedParts({ call, verdict }: Question, asking: readonly Part[]): readonly AskedPart[] {
  // A question about caliban's own files takes precedence over parts that no rule objects to.
  if (asking.length === 0 || verdict.because.kind === 'own-file') return [withSuggestions(call, undefined)];
  return asking.slice(0, MAX_PARTS).map((part) => withSuggestions(call, part));
}

/** No one pages through more. */
const MAX_PARTS = 32;

export function isSamePart(one: Part, other: Part): boolean {
  return one.kind === other.kind && one.number === other.number;
}

function partsThatAsk(call: ToolCall, book: RuleBook): readonly Part[] {
  if (call.subject.kind !== 'command-line') return [];
  return judgeEachPart(book, call, call.subject.line).flatMap(({ part, verdict }) =>
    verdict?.action === 'ask' ? [part] : [],
  );
}

function withSuggestions(call: ToolCall, part: Part | undefined): AskedPart {
  return { part, suggestions: suggestPatterns(call, { part }) };
}
