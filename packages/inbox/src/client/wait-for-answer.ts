// The agent's side of an ask: send it, wait for the answer, judge again, claim it, run the call once.
//
// The agent has its own monotonic clock (`now`): when its time is over it gives up, whatever the server says. Until then it
// reconnects, with growing pauses.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ask, type AskAnswer, type AskView, boundHash } from '../ask/ask.ts';
import { type ClientReply, type InboxClient, UnreachableError } from './inbox-client.ts';

/** What the agent may do. Only `allowed` lets the call run, once, now. */
export type WaitOutcome =
  | { readonly kind: 'allowed'; readonly view: AskView }
  | { readonly kind: 'denied'; readonly view: AskView }
  /** No one answered in time. */
  | { readonly kind: 'expired' }
  /** The same, and the question stays open: the agent comes back to it by the same id. */
  | { readonly kind: 'parked' }
  /** It was allowed, but may no longer run: it is too late, or it has already run. */
  | { readonly kind: 'lapsed' }
  | { readonly kind: 'cancelled' }
  /** The rules forbid it by now. */
  | { readonly kind: 'overruled'; readonly message: string }
  /** There was no server at the start; no one was asked. */
  | { readonly kind: 'unreachable'; readonly why: string }
  /** The server refused the ask. */
  | { readonly kind: 'refused'; readonly why: string };

export type WaitOptions = {
  readonly client: InboxClient;
  readonly ask: Ask;
  /** Known if a wait is resumed. */
  readonly id?: string;
  /** The agent waits for a shorter time than the question is open. When that is over, `mayPark` says whether it can come back. */
  readonly park?: { readonly waitMs: number; readonly mayPark: () => boolean };
  readonly signal?: AbortSignal;
  /** Where answers have to be signed: whether this one is, by as many people as the ask wants. */
  readonly isSigned?: (askId: string, answer: AskAnswer, ask: Ask) => boolean;
  /** Rules and mode once more, after a yes: null where they do not forbid it. */
  readonly judgeAgain?: () => Promise<string | null>;
  readonly now?: () => number;
  /** The inbox has the question. */
  readonly onAsked?: () => void;
  /** How long to look for a server at the start. */
  readonly startMs?: number;
  readonly pollMs?: number;
};

const DEFAULT_START_MS = 2_000;
const DEFAULT_POLL_MS = 20_000;
const MAX_PAUSE_MS = 2_000;

export async function waitForAnswer(options: WaitOptions): Promise<WaitOutcome> {
  const { ask, id = randomUUID(), now = monotonic, startMs = DEFAULT_START_MS, signal } = options;
  const begun = now();
  const sent = await untilReached(options, { id, deadline: begun + Math.min(startMs, ask.limitMs) });
  if (sent.kind !== 'reached') return sent;
  options.onAsked?.();
  const deadline = begun + Math.min(ask.limitMs, options.park?.waitMs ?? ask.limitMs);
  try {
    const view = await answeredView(options, { id, deadline });
    if (view === null) return options.park?.mayPark() === true ? { kind: 'parked' } : await giveUp(options, id);
    return await claim(options, { view, deadline: now() + ask.lapseMs });
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    await cancel(options, id);
    return { kind: 'cancelled' };
  }
}

type Sent = { readonly kind: 'reached' } | Extract<WaitOutcome, { kind: 'unreachable' | 'refused' | 'cancelled' }>;

async function untilReached(options: WaitOptions, { id, deadline }: Place): Promise<Sent> {
  const { client, ask, signal, now = monotonic } = options;
  for (let attempt = 0; ; attempt++) {
    try {
      const { status, body } = await client.send({
        method: 'POST',
        path: '/api/asks',
        body: { id, ask },
        ...bySignal(signal),
      });
      if (status === 200 || status === 201) return { kind: 'reached' };
      if (status < 500) return { kind: 'refused', why: problemOf({ status, body }) };
    } catch (error) {
      if (signal?.aborted === true) return { kind: 'cancelled' };
      if (!(error instanceof UnreachableError)) throw error;
      if (now() >= deadline) return { kind: 'unreachable', why: error.message };
    }
    if (now() >= deadline) return { kind: 'unreachable', why: 'it fails' };
    await pause(attempt, signal);
    if (signal?.aborted === true) return { kind: 'cancelled' };
  }
}

type Place = { readonly id: string; readonly deadline: number };

/** Null: the agent's time is over. */
async function answeredView(options: WaitOptions, { id, deadline }: Place): Promise<AskView | null> {
  const { client, ask, signal, now = monotonic, pollMs = DEFAULT_POLL_MS } = options;
  for (let attempt = 0; ; ) {
    const left = deadline - now();
    if (left <= 0) return null;
    signal?.throwIfAborted();
    const wait = Math.max(1, Math.ceil(Math.min(left, pollMs)));
    try {
      const reply = await client.send({
        method: 'GET',
        path: `/api/asks/${id}?wait=${wait}`,
        timeoutMs: wait + 2_000,
        ...bySignal(signal),
      });
      const view = viewIn(reply);
      // If the server has lost the ask, it is sent again with the same id.
      if (reply.status === 404) await untilReached(options, { id, deadline });
      else if (view !== null && (view.id !== id || view.ask.hash !== ask.hash)) return null;
      else if (view !== null && view.state !== 'pending') return view;
      if (view !== null) {
        attempt = 0;
        continue;
      }
    } catch (error) {
      if (signal?.aborted === true || !(error instanceof UnreachableError)) throw error;
    }
    await pause(attempt++, signal);
  }
}

async function claim(
  options: WaitOptions,
  { view, deadline }: { readonly view: AskView; readonly deadline: number },
): Promise<WaitOutcome> {
  const { client, ask, judgeAgain, isSigned = () => true, signal, now = monotonic } = options;
  switch (view.state) {
    case 'denied':
      return { kind: 'denied', view };
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'consumed':
    case 'lapsed':
      return { kind: 'lapsed' };
    case 'pending':
    case 'expired':
      return { kind: 'expired' };
    case 'allowed':
      break;
  }
  if (view.answer?.hash !== ask.hash) return { kind: 'refused', why: 'the answer is for another call' };
  if (!isSigned(view.id, view.answer, ask))
    return { kind: 'refused', why: 'the hub did not sign that the people who have to allow this did so' };
  // The input is the agent's own object, and someone may have changed it meanwhile.
  const current = boundHash(ask.call);
  if (!current.ok || current.value !== ask.hash)
    return { kind: 'refused', why: 'the call has changed since it was asked about' };
  const forbidden = await judgeAgain?.();
  if (typeof forbidden === 'string') return { kind: 'overruled', message: forbidden };
  // Sent only once: if the request is cut off, it isn't known whether it has claimed the call, and running it twice is worse than
  // not at all.
  if (signal?.aborted === true || now() >= deadline) return { kind: 'lapsed' };
  try {
    const { status } = await client.send({
      method: 'POST',
      path: `/api/asks/${view.id}/consume`,
      body: { hash: ask.hash },
    });
    return status === 200 && now() < deadline ? { kind: 'allowed', view } : { kind: 'lapsed' };
  } catch (error) {
    if (error instanceof UnreachableError) return { kind: 'lapsed' };
    throw error;
  }
}

/** Removes the card; an answer at the last moment comes too late. */
async function giveUp(options: WaitOptions, id: string): Promise<WaitOutcome> {
  await say(options, id, 'expire');
  return { kind: 'expired' };
}

async function cancel(options: WaitOptions, id: string): Promise<void> {
  await say(options, id, 'cancel');
}

/** Best effort: otherwise the store's clock ends the ask. */
async function say({ client, ask }: WaitOptions, id: string, what: 'expire' | 'cancel'): Promise<void> {
  await client
    .send({ method: 'POST', path: `/api/asks/${id}/${what}`, body: { hash: ask.hash }, timeoutMs: 500 })
    .catch(() => {});
}

function viewIn({ status, body }: ClientReply): AskView | null {
  return status === 200 ? ((body as { readonly view?: AskView }).view ?? null) : null;
}

function problemOf({ status, body }: ClientReply): string {
  const { error } = (body ?? {}) as { readonly error?: unknown };
  return typeof error === 'string' ? error : `it answered ${status}`;
}

/** With jitter, so that many agents don't retry at the same moment. */
async function pause(attempt: number, signal: AbortSignal | undefined): Promise<void> {
  const longest = Math.min(MAX_PAUSE_MS, 50 * 2 ** Math.min(attempt, 10));
  await sleep(longest * (0.5 + Math.random() / 2), undefined, bySignal(signal)).catch(() => {});
}

function bySignal(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

function monotonic(): number {
  return performance.now();
}
