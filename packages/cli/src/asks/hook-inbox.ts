import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { HostAdapter } from '@caliban/adapters';
import type { Question, RuleBook, Verdict } from '@caliban/gate';
import { answeredAction } from '@caliban/gate/ask';
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
  /** Whether the host would end its run here and announce the call again later. Null: it can't. */
  readonly mayPark: (() => boolean) | null;
};

/** Waiting takes longer than a server may take to answer a hook, so it needs a separate hook process. */
export class NeedsProcessError extends Error {
  override readonly name = 'NeedsProcessError';
}

/** Null if the user's settings have no inbox, or the host asks its own user and there is no hub. */
export async function hookInbox(parts: HookInboxParts): Promise<HookInbox | null> {
  const { asksNoOne, waiting, deadline, caller, isRepeated, announcesTwice, mayPark } = parts;
  const { env } = caller;
  const setup = await inboxSetup({ env, home: ownHome(env.HOME) });
  const { waitSeconds, parkHours, from } = setup.settings.inbox;
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
      const park =
        mayPark === null || parkHours === undefined ? {} : { park: { openMs: parkHours.value * HOUR_MS, mayPark } };
      const outcome = await askTheInbox(question, { limitMs: leftMs, signal, ...park }, access);
      leftMs = Math.max(0, leftMs - (performance.now() - begun));
      if (announcesTwice && !isRepeated) keepYes(outcome, question);
      return outcome;
    },
  };
}

function keeping(stateDirectory: string): (outcome: InboxOutcome, question: Question) => void {
  return (outcome, { call }) => {
    if (outcome.kind !== 'answered' || answeredAction(outcome.answer) !== 'allow') return;
    const { inbox } = outcome.answer;
    if (inbox?.kind === 'answered') keepGrant(stateDirectory, call, inbox);
  };
}

const HOUR_MS = 3_600_000;

/** Time to read the rules again and claim the answer. The host's own timeout comes after that. */
const CLAIM_MS = 3_000;

/** A host that ends its hook no longer waits for an answer. */
function endOfProcess(): AbortSignal {
  ending ??= new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => ending?.abort());
  return ending.signal;
}

let ending: AbortController | null = null;

/** Null: the host can't park this call. Its record is read when the time is over: by then it has the whole reply of the model. */
export function parkingOf(
  { parking }: HostAdapter,
  {
    payload,
    calls,
    env,
  }: { readonly payload: unknown; readonly calls: readonly unknown[]; readonly env: HookCaller['env'] },
): (() => boolean) | null {
  const call = calls.length === 1 ? (parking?.callOf(payload, env) ?? null) : null;
  if (parking === undefined || call === null) return null;
  return () => {
    const record = endOfFile(call.record);
    return record !== null && parking.isSafe(record, call);
  };
}

/** A reply with a call stands near the end of the record. */
const MAX_RECORD = 4 * 1024 * 1024;

function endOfFile(file: string): string | null {
  try {
    const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = fstatSync(handle);
      if (!found.isFile()) return null;
      const length = Math.min(found.size, MAX_RECORD);
      const bytes = Buffer.alloc(length);
      const read = readSync(handle, bytes, 0, length, found.size - length);
      return bytes.toString('utf8', 0, read);
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
}
