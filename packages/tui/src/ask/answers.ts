import type { Question } from '@caliban/gate';
import { ruleVerdict } from '@caliban/gate/internal/filter/rule-verdict';
import { spelledOut } from '../fields/spelled.ts';
import type { AskedPart } from './asked-parts.ts';

export type AnswerKey = 'o' | 'y' | 'r' | 'n';

export type OfferedAnswer = { readonly key: AnswerKey; readonly label: string };

const ONCE: readonly OfferedAnswer[] = [
  { key: 'o', label: 'allow once' },
  { key: 'r', label: 'reject once' },
];

const ALLOW_ALWAYS: OfferedAnswer = { key: 'y', label: 'always allow…' };
const REJECT_ALWAYS: OfferedAnswer = { key: 'n', label: 'always reject…' };

/** The answers, and in a sentence why one of the usual four is missing. */
export type Offer = { readonly answers: readonly OfferedAnswer[]; readonly missing: string | null };

export function offerFor(question: Question, parts: readonly AskedPart[]): Offer {
  const { because } = question.verdict;
  const [first] = parts;
  if (first === undefined || first.suggestions.length === 0) return { answers: ONCE, missing: noRuleFits(question) };
  const [allowOnce, rejectOnce] = ONCE as readonly [OfferedAnswer, OfferedAnswer];
  if (because.kind === 'own-file') {
    const missing = "no rule can allow writes to caliban's own files, so there is no “always allow”";
    return { answers: [allowOnce, rejectOnce, REJECT_ALWAYS], missing };
  }
  return { answers: [allowOnce, ALLOW_ALWAYS, rejectOnce, REJECT_ALWAYS], missing: null };
}

function noRuleFits({ call, verdict }: Question): string {
  const { because } = ruleVerdict(verdict);
  const problem = call.subject.kind === 'command-line' ? call.subject.line.problems[0] : undefined;
  if (problem !== undefined) {
    return `no rule is offered, because the command cannot be vouched for: ${spelledOut(problem)}`;
  }
  const part = because.kind === 'fault' ? undefined : because.part;
  switch (part?.kind) {
    case 'assignment':
      return 'no rule is offered: none short of “every command” covers an assignment';
    case 'line':
      return 'no rule is offered: the rule that asks speaks about the line as a whole';
    case 'read':
    case 'write':
      return 'no rule is offered: where this redirection leads is not one known file';
    case 'command':
    case undefined:
      return 'no rule is offered: no pattern short of every call of the tool would cover it';
  }
}
