import type { PermissionMode, Question } from '@caliban/gate';
import { isAcceptedEdit } from '@caliban/gate/filter';
import { type AskedPart, riskLevel, risksOf, whyNoRuleFits } from '@caliban/gate/inspect';
import type { ListedAnswer } from '../fields/answer-list.ts';

export type AnswerKey = 'o' | 'y' | 'a' | 'r' | 'm' | 'n';

export type OfferedAnswer = ListedAnswer<AnswerKey>;

const ANSWERS: readonly OfferedAnswer[] = [
  { key: 'o', label: 'allow once' },
  { key: 'y', label: 'always allow…', hint: 'keeps a rule' },
  { key: 'a', label: 'accept edits in this session', short: 'accept edits', hint: 'the mode becomes acceptEdits' },
  { key: 'r', label: 'reject once' },
  { key: 'm', label: 'reject with a message…', short: 'message…', hint: 'says what to do instead' },
  { key: 'n', label: 'always reject…', hint: 'keeps a rule' },
];

/** The answers, and a sentence that explains why one of the usual ones is missing. */
export type Offer = {
  readonly answers: readonly OfferedAnswer[];
  readonly missing: string | null;
  /** The answer that is selected after a while if no key moved the selection. A dangerous call is never allowed by Enter alone. */
  readonly preselected: AnswerKey;
};

export function offerFor(question: Question, parts: readonly AskedPart[], mode: PermissionMode): Offer {
  const [first] = parts;
  const hasRule = first !== undefined && first.suggestions.length > 0;
  const isOwnFile = isAboutOwnFile(question);
  return {
    answers: offeredAnswers(question, { hasRule, mode }),
    missing: !hasRule ? whyNoRuleFits(question) : isOwnFile ? NO_RULE_FOR_OWN_FILES : null,
    preselected: isOwnFile || riskLevel(risksOf(question.call)) === 'danger' ? 'r' : 'o',
  };
}

const NO_RULE_FOR_OWN_FILES = "no rule can allow writes to caliban's own files, so there is no “always allow”";

/** `mode`: null if the mode can't be changed. */
export function offeredAnswers(
  question: Question,
  { hasRule, mode }: { readonly hasRule: boolean; readonly mode: PermissionMode | null },
): readonly OfferedAnswer[] {
  const isOwnFile = isAboutOwnFile(question);
  const acceptsEdits = mode === 'default' && !isOwnFile && isAcceptedEdit(question.call);
  return ANSWERS.filter(({ key }) => isOffered(key, { hasRule, isOwnFile, acceptsEdits }));
}

function isOffered(
  key: AnswerKey,
  { hasRule, isOwnFile, acceptsEdits }: Readonly<Record<'hasRule' | 'isOwnFile' | 'acceptsEdits', boolean>>,
): boolean {
  switch (key) {
    case 'y':
      return hasRule && !isOwnFile;
    case 'n':
      return hasRule;
    case 'a':
      return acceptsEdits;
    case 'o':
    case 'r':
    case 'm':
      return true;
  }
}

function isAboutOwnFile({ verdict }: Question): boolean {
  return verdict.because.kind === 'own-file';
}

/** The text that the model gets for a rejection with a message. */
export function rejection({ call }: Question, message: string): string {
  return `the operator rejected this ${call.tool} call and says: ${message}`;
}
