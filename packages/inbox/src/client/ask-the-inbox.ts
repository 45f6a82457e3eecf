import { randomUUID } from 'node:crypto';
import { plural, visible } from '@caliban/calls/text';
import type { Answer, Question, Verdict } from '@caliban/gate';
import { type Covered, type InboxCause, isFinal } from '@caliban/gate/ask';
import { askOf } from './ask-of.ts';
import type { InboxClient } from './inbox-client.ts';
import { keptAnswer } from './kept-answer.ts';
import { type WaitOptions, type WaitOutcome, waitForAnswer } from './wait-for-answer.ts';

/** This user's inbox, as one agent uses it. */
export type InboxAccess = {
  readonly client: InboxClient;
  /** With a hub: whether it has signed an answer. */
  readonly isSigned?: WaitOptions['isSigned'];
  /** Judges again after an approval, by the current rule files. */
  readonly judgeAgain: (question: Question) => Promise<Verdict>;
  /** The version of the rules in force. */
  readonly policy: () => string;
  /** The gate keeps the rules of an "always" until it ends. Not with a hub: a rule of its people belongs into its policy. */
  readonly keepsRules?: boolean;
  /** Starts the server if it is configured to start on demand. True: it is worth waiting for. */
  readonly ensureServer?: () => boolean;
};

/** `unasked`: no one saw the question, so the result is the same as without an inbox. */
export type InboxOutcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'unanswered'; readonly answer: Extract<Answer, { kind: 'once' }> }
  | Covered
  | { readonly kind: 'unasked'; readonly cause: 'inbox-unreachable' | 'inbox-refused'; readonly why: string };

export type InboxWait = {
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly id?: string;
  /** The call may be parked: its question stays open for `openMs`, under an id that follows from the call. */
  readonly park?: { readonly openMs: number; readonly mayPark: () => boolean };
  readonly onAsked?: (asked: { readonly id: string; readonly hash: string }) => void;
};

/** Puts the question into the inbox and waits. An `allow` result has already been claimed: the call may run, once, now. */
export async function askTheInbox(
  question: Question,
  { limitMs, signal, id: given = randomUUID(), park, onAsked = () => {} }: InboxWait,
  { client, isSigned, judgeAgain, policy, keepsRules = false, ensureServer = () => false }: InboxAccess,
): Promise<InboxOutcome> {
  const isHub = isSigned !== undefined;
  const openMs = park?.openMs ?? limitMs;
  const terms = { id: given, policy: policy(), limitMs: openMs, keepsRules: keepsRules && !isHub };
  const ask = askOf(question, park === undefined ? terms : { ...terms, lapseMs: park.openMs });
  if (!ask.ok) return { kind: 'unasked', cause: 'inbox-refused', why: ask.error };
  const id = park === undefined ? given : `parked-${ask.value.hash}`;
  let now: Verdict | null = null;
  const outcome = await waitForAnswer({
    client,
    ask: ask.value,
    id,
    signal,
    onAsked: () => onAsked({ id, hash: ask.value.hash }),
    ...(park === undefined ? {} : { park: { waitMs: limitMs, mayPark: park.mayPark } }),
    ...(isSigned === undefined ? {} : { isSigned }),
    ...(ensureServer() ? { startMs: START_MS } : {}),
    async judgeAgain() {
      now = await judgeAgain(question);
      return now.action === 'deny' ? 'a rule forbids it by now' : null;
    },
  });
  if (outcome.kind === 'overruled' && now !== null && isFinal(now)) return { kind: 'covered', verdict: now };
  return outcomeOf(outcome, question, { id, limitMs: openMs, isHub });
}

/** A server that has just been started has to load everything. */
const START_MS = 8_000;

function outcomeOf(
  outcome: WaitOutcome,
  { call }: Question,
  { id, limitMs, isHub }: { readonly id: string; readonly limitMs: number; readonly isHub: boolean },
): InboxOutcome {
  const tool = visible(call.tool);
  const unanswered = (cause: InboxCause, message: string): InboxOutcome => ({
    kind: 'unanswered',
    answer: {
      ...{ kind: 'once', action: 'deny', by: 'non-interactive', message },
      inbox: { kind: 'unanswered', askId: id, cause },
    },
  });
  switch (outcome.kind) {
    case 'allowed':
    case 'denied': {
      const { answer } = outcome.view;
      const { name, through } = answer?.by.kind === 'person' ? answer.by : { name: 'someone', through: 'inbox' };
      const inbox = { kind: 'answered', askId: id, name, through, ...(isHub ? { hub: true as const } : {}) } as const;
      const always = isHub ? null : keptAnswer(outcome.view);
      if (always !== null) return { kind: 'answered', answer: { ...always, inbox } };
      if (outcome.kind === 'allowed')
        return { kind: 'answered', answer: { kind: 'once', action: 'allow', by: 'operator', inbox } };
      const reason = answer?.message === undefined ? '' : `: ${answer.message}`;
      const message = `${visible(name)} rejected this ${tool} call${reason}`;
      return { kind: 'answered', answer: { kind: 'once', action: 'deny', by: 'operator', message, inbox } };
    }
    case 'expired':
      return unanswered(
        'inbox-expired',
        `no one answered within ${durationText(limitMs)}, so this ${tool} call did not run. ${NOT_A_NO}`,
      );
    case 'parked':
      return unanswered(
        'inbox-parked',
        `nobody has answered yet, so this ${tool} call is parked. The answer is used when this session is resumed, within ${durationText(limitMs)}`,
      );
    case 'cancelled':
      return unanswered(
        'inbox-cancelled',
        `the question about this ${tool} call was withdrawn, so it did not run. ${NOT_A_NO}`,
      );
    case 'lapsed':
      return unanswered('inbox-lapsed', `this ${tool} call was allowed, but too late to run. ${NOT_A_NO}`);
    case 'overruled':
      throw new Error(outcome.message);
    case 'unreachable':
      return { kind: 'unasked', cause: 'inbox-unreachable', why: outcome.why };
    case 'refused':
      return { kind: 'unasked', cause: 'inbox-refused', why: outcome.why };
  }
}

const NOT_A_NO = 'No person refused it: it may be tried again when someone can answer';

export function durationText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 120 || seconds % 60 !== 0) return plural(seconds, 'second');
  return plural(seconds / 60, 'minute');
}
