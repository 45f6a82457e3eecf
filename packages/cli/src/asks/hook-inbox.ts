import type { Question, RuleBook, Verdict } from '@caliban/gate';
import { askTheInbox, type InboxOutcome } from '@caliban/inbox';
import { ownHome } from '@caliban/storage/rules';
import type { Deadline } from '../hook/deadline.ts';
import type { HookCaller } from '../hook/hook-caller.ts';
import type { Waiting } from '../hook/judge-for-host.ts';
import { keepGrant, takeGrant } from './inbox-grants.ts';
import { inboxAccess, inboxSetup } from './inbox-setup.ts';

/** Puts a hook's questions into the inbox. */
export type HookInbox = {
  /** False: only questions that several people, or someone other than the operator, have to answer. */
  readonly takesAll: boolean;
  /** The people who answer are those a hub knows. */
  readonly asksHub: boolean;
  readonly ask: (question: Question, judge: HookJudge) => Promise<InboxOutcome>;
};

export type HookJudge = { readonly book: RuleBook; readonly judgeAgain: () => Promise<Verdict> };

export type HookInboxParts = {
  /** The host can't ask anyone about this call. */
  readonly asksNoOne: boolean;
  readonly waiting: Waiting;
  readonly deadline: Pick<Deadline, 'extend'>;
  readonly caller: HookCaller;
  /** The call was announced before. */
  readonly isRepeated: boolean;
  /** The call may be announced again. */
  readonly announcesTwice: boolean;
};

/** Waiting takes longer than a server may take to answer a hook, so it needs a separate hook process. */
export class NeedsProcessError extends Error {
  override readonly name = 'NeedsProcessError';
}

/** Null if the user's settings have no inbox, or the host asks its own user and there is no hub. */
export async function hookInbox(parts: HookInboxParts): Promise<HookInbox | null> {
  const { asksNoOne, waiting, deadline, caller, isRepeated, announcesTwice } = parts;
  const { env } = caller;
  const setup = await inboxSetup({ env, home: ownHome(env.HOME) });
  const { waitSeconds, from } = setup.settings.inbox;
  const kinds = { takesAll: asksNoOne || from?.value === 'all', asksHub: setup.hub !== null };
  if (waitSeconds === undefined || !(kinds.takesAll || kinds.asksHub)) return null;
  if (waiting.kind === 'elsewhere') {
    return {
      ...kinds,
      ask: () => Promise.reject(new NeedsProcessError('the question waits for a person')),
    };
  }
  const { stateDirectory } = setup.place;
  const keepYes = keeping(stateDirectory);
  // One call of the host may need several answers, and the host waits only once.
  let leftMs = Math.min(waiting.waitMs, waitSeconds.value * 1000);
  let isExtended = false;
  return {
    ...kinds,
    async ask(question, { book, judgeAgain }) {
      const grant = isRepeated ? takeGrant(stateDirectory, question.call) : null;
      if (grant !== null)
        return { kind: 'answered', answer: { kind: 'once', action: 'allow', by: 'operator', inbox: grant } };
      if (!isExtended) deadline.extend(leftMs + CLAIM_MS);
      isExtended = true;
      const begun = performance.now();
      const signal = endOfProcess();
      const access = inboxAccess(setup, { book: () => book, judgeAgain });
      const outcome = await askTheInbox(question, { limitMs: leftMs, signal }, access);
      leftMs = Math.max(0, leftMs - (performance.now() - begun));
      if (announcesTwice && !isRepeated) keepYes(outcome, question);
      return outcome;
    },
  };
}

function keeping(stateDirectory: string): (outcome: InboxOutcome, question: Question) => void {
  return (outcome, { call }) => {
    if (outcome.kind !== 'answered' || outcome.answer.action !== 'allow') return;
    const { inbox } = outcome.answer;
    if (inbox?.kind === 'answered') keepGrant(stateDirectory, call, inbox);
  };
}

/** Time to read the rules again and claim the answer. The host's own timeout comes after that. */
const CLAIM_MS = 3_000;

/** A host that ends its hook no longer waits for an answer. */
function endOfProcess(): AbortSignal {
  ending ??= new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => ending?.abort());
  return ending.signal;
}

let ending: AbortController | null = null;
