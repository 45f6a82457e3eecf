import { isRecord } from '@caliban/calls/types';
import type { AuditEntry, ClassifierOpinion } from '@caliban/gate';
import { isAction } from '@caliban/gate/types';
import { ANSWERS, type Answer, type AnswerLine, isAnswerLine } from '../line/answer-format.ts';
import type { LogLine } from './join-answers.ts';

/** A parsed line of the log. Another version of caliban may have written it, so fields may be missing or unknown. */
export type LoggedEntry = Partial<Omit<AuditEntry, 'outcome'>> &
  Pick<AuditEntry, 'ts' | 'tool_name' | 'action'> & {
    /** Other versions may write further outcomes; each of them means that the host decided. */
    readonly outcome: AuditEntry['outcome'] | 'left-to-host';
    readonly truncated?: boolean;
    readonly input_sha256?: string;
    readonly caliban?: string;
  };

/** A line as it is in the file, and its parsed entry. */
export type AuditLine = {
  readonly text: string;
  readonly entry: LoggedEntry;
  /** The outcome of the call, if the host decided and reported it. */
  readonly answer?: Answer;
  /** What the kernel denied a command that ran confined. */
  readonly blocked?: readonly string[];
};

/** Every rule that the call needed. Lines of older versions name only one. */
export function rulesOf({ rule, rules }: LoggedEntry): readonly LoggedRule[] {
  if (rules !== undefined && rules.length > 0) return rules;
  return rule === undefined ? [] : [rule];
}

export type LoggedRule = Pick<NonNullable<AuditEntry['rule']>, 'pattern' | 'action' | 'layer' | 'file' | 'line'>;

export type ParsedLine = { readonly line: LogLine | null; readonly isWhole: boolean };

/**
 * Null if the text isn't an entry. If a crash left a torn line without a line end, the next entry follows on the same line; it is
 * still found, because no text inside an entry can look like the beginning of one.
 */
export function parseAuditLine(text: string): ParsedLine {
  if (isAnswerLine(text)) {
    const answered = parseAnswer(text);
    return answered === null ? { line: null, isWhole: false } : { line: { text, answered }, isWhole: true };
  }
  const entry = parseEntry(text);
  if (entry !== null) return { line: { text, entry }, isWhole: true };
  for (
    let at = text.indexOf(BEGINNING, 1), tries = 0;
    at !== -1 && tries < 8;
    at = text.indexOf(BEGINNING, at + 1), tries++
  ) {
    const rest = text.slice(at);
    const swallowed = parseEntry(rest);
    if (swallowed !== null) return { line: { text: rest, entry: swallowed }, isWhole: false };
  }
  return { line: null, isWhole: false };
}

/** Inside a string the quotes would be escaped, so this only occurs at the start of an entry. */
export const BEGINNING = '{"ts":"';

function parseEntry(text: string): LoggedEntry | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isEntry(value) ? inTodaysWords(value) : null;
  } catch {
    return null;
  }
}

/** Earlier versions wrote the classifier's verdicts with a dash. */
function inTodaysWords(entry: LoggedEntry): LoggedEntry {
  const { because } = entry;
  if (because?.kind !== 'classifier') return entry;
  const verdict = FORMER_VERDICTS[because.verdict as string];
  return verdict === undefined ? entry : { ...entry, because: { ...because, verdict } };
}

const FORMER_VERDICTS: Readonly<Record<string, ClassifierOpinion['verdict']>> = {
  'soft-deny': 'soft_deny',
  'hard-deny': 'hard_deny',
};

function isEntry(value: unknown): value is LoggedEntry {
  if (!isRecord(value) || typeof value.ts !== 'string' || typeof value.tool_name !== 'string') return false;
  if (!isAction(value.action) || typeof value.outcome !== 'string') return false;
  if (value.session_id !== undefined && typeof value.session_id !== 'string') return false;
  if (!areRulesOrAbsent(value.rules)) return false;
  return (
    isPartOrAbsent(value.rule, 'pattern') && isPartOrAbsent(value.because, 'kind') && isPartOrAbsent(value.part, 'text')
  );
}

function areRulesOrAbsent(value: unknown): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((rule) => isRecord(rule) && typeof rule.pattern === 'string');
}

function parseAnswer(text: string): AnswerLine | null {
  try {
    const value: unknown = JSON.parse(text);
    return isAnswer(value) ? value : null;
  } catch {
    return null;
  }
}

function isAnswer(value: unknown): value is AnswerLine {
  if (!isRecord(value) || typeof value.ts !== 'string' || typeof value.tool_name !== 'string') return false;
  if (value.event === 'blocked' ? !areTexts(value.blocked) : !ANSWERS.some((answer) => answer === value.event))
    return false;
  return ['session_id', 'tool_use_id', 'host', 'workspace', 'input_sha256'].every(
    (field) => value[field] === undefined || typeof value[field] === 'string',
  );
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isPartOrAbsent(value: unknown, field: string): boolean {
  return value === undefined || (isRecord(value) && typeof value[field] === 'string');
}
