// The life of asks over a `FactStore`. Every method reads what it needs from the store, so several services may share one store.
//
//   ask(id, ask)           created | existing | conflict (the same id with other content)
//   answer(id, given)      won | approved (more people have to) | not-theirs (their own agent asks) |
//                          late | lost (with who and when) | other-call (the hash is another) | unknown
//   cancel(id, hash)       the same; for an agent that does not wait any more
//   consume(id, hash)      won: run the call, now, once | refused: do not
//   view(id), pending(), recent(n), cards(), changesSince(sequence)
//   wait(id, signal)       the view, once it is not pending any more or the signal aborts
//   onChange(listener)     called with each fact that was written through this service, and those of `announce`
//   announce(fact)         a fact that another service wrote into the same store
//   expireDue()            to be called every second or so: writes the answers of the clock

import {
  type Answerer,
  type Approval,
  type Ask,
  type AskAnswer,
  type AskEnd,
  type AskView,
  foldKey,
  type SentRules,
  signedApprovalText,
  signedText,
} from './ask/ask.ts';
import type { Fact, FactStore } from './store/fact-store.ts';

export type AskOutcome =
  | { readonly kind: 'created' | 'existing'; readonly view: AskView }
  | { readonly kind: 'conflict'; readonly view: AskView };

export type GivenAnswer = {
  readonly hash: string;
  readonly action: 'allow' | 'deny';
  readonly by: Extract<Answerer, { kind: 'person' }>;
  readonly message?: string;
  readonly always?: SentRules;
};

export type AnswerOutcome =
  | { readonly kind: 'won'; readonly view: AskView }
  /** This person's approval is recorded, and more people have to allow it. */
  | { readonly kind: 'approved'; readonly view: AskView }
  /** Their own agent asks, and the rule requires someone else. */
  | { readonly kind: 'not-theirs'; readonly view: AskView }
  /** Someone else, or the clock, was first: `view.answer` says who and when. `late`: it had expired. */
  | { readonly kind: 'lost' | 'late'; readonly view: AskView }
  | { readonly kind: 'other-call'; readonly view: AskView }
  | { readonly kind: 'unknown' };

type Agreed = { readonly approvers?: readonly string[] };

export type ConsumeOutcome =
  | { readonly kind: 'won'; readonly view: AskView }
  | { readonly kind: 'refused'; readonly view: AskView }
  | { readonly kind: 'other-call'; readonly view: AskView }
  | { readonly kind: 'unknown' };

/** Asks that a person can't distinguish. They share one answer, and each gets one grant. */
export type Card = { readonly key: string; readonly views: readonly [AskView, ...AskView[]] };

export type InboxOptions = {
  readonly store: FactStore;
  readonly warn?: (message: string) => void;
  /** Of a hub: signs answers, and believes only what is signed. */
  readonly signer?: Signer;
};

export type Signer = {
  readonly sign: (text: string) => string;
  readonly isSigned: (text: string, signature: string) => boolean;
};

const MAX_PENDING = 50_000;

export class Inbox {
  readonly #store: FactStore;
  readonly #warn: (message: string) => void;
  readonly #signer: Signer | undefined;
  readonly #listeners = new Set<(fact: Fact) => void>();
  /** By ask: ten thousand agents may wait, and a fact concerns only one of them. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor({ store, warn = () => {}, signer }: InboxOptions) {
    this.#store = store;
    this.#warn = warn;
    this.#signer = signer;
  }

  async ask(id: string, ask: Ask): Promise<AskOutcome> {
    const bytes = toBytes(ask);
    const put = await this.#put(id, 'ask', bytes);
    const view = (await this.view(id)) as AskView;
    if (put.kind === 'won') return { kind: 'created', view };
    if (Buffer.compare(put.existing.bytes, bytes) === 0) return { kind: 'existing', view };
    this.#warn(`two asks have the id ${id} and different content; the second was refused`);
    return { kind: 'conflict', view };
  }

  async answer(id: string, { hash, action, by, message, always }: GivenAnswer): Promise<AnswerOutcome> {
    const said = { ...(message === undefined ? {} : { message }), ...(always === undefined ? {} : { always }) };
    if (action === 'deny') return this.#settle(id, { kind: 'denied', hash, by, ...said });
    const agreed = await this.#approve(id, { hash, by });
    if ('kind' in agreed) return agreed;
    return this.#settle(id, { kind: 'allowed', hash, by, ...agreed, ...said });
  }

  async cancel(id: string, hash: string): Promise<AnswerOutcome> {
    return this.#settle(id, { kind: 'cancelled', hash, by: { kind: 'asker' } });
  }

  async expire(id: string, hash: string): Promise<AnswerOutcome> {
    return this.#settle(id, { kind: 'expired', hash, by: { kind: 'asker' } });
  }

  async consume(id: string, hash: string): Promise<ConsumeOutcome> {
    const view = await this.view(id);
    if (view === null) return { kind: 'unknown' };
    if (view.ask.hash !== hash) return { kind: 'other-call', view };
    if (view.state !== 'allowed') return { kind: 'refused', view };
    const end: AskEnd = { kind: 'consumed', hash };
    const put = await this.#put(id, 'consumed', toBytes(end));
    const after = (await this.view(id)) as AskView;
    return { kind: put.kind === 'won' ? 'won' : 'refused', view: after };
  }

  /** Overdue asks are ended first, so that no view shows a question that can no longer be answered. */
  async view(id: string): Promise<AskView | null> {
    const facts = await this.#store.factsOf(id);
    const view = viewOf(facts);
    return view === null || !(await this.#settleDue(view)) ? view : viewOf(await this.#store.factsOf(id));
  }

  async pending(): Promise<readonly AskView[]> {
    const asks = await this.#store.listUnanswered(MAX_PENDING);
    const views = await Promise.all(asks.map(({ askId }) => this.view(askId)));
    return views.filter((view): view is AskView => view?.state === 'pending');
  }

  /** The asks with the latest changes, newest first. */
  async recent(limit: number): Promise<readonly AskView[]> {
    const last = await this.#store.lastSequence();
    const facts = await this.#store.listSince(Math.max(0, last - limit * 3), limit * 3);
    const ids = [...new Set(facts.toReversed().map(({ askId }) => askId))].slice(0, limit);
    const views = await Promise.all(ids.map((id) => this.view(id)));
    return views.filter((view): view is AskView => view !== null);
  }

  async cards(): Promise<readonly Card[]> {
    const cards = new Map<string, [AskView, ...AskView[]]>();
    for (const view of await this.pending()) {
      const key = foldKey(view.ask);
      const views = cards.get(key);
      if (views === undefined) cards.set(key, [view]);
      else views.push(view);
    }
    return [...cards].map(([key, views]) => ({ key, views }));
  }

  async changesSince(sequence: number, limit = 1000): Promise<readonly Fact[]> {
    return this.#store.listSince(sequence, limit);
  }

  async lastSequence(): Promise<number> {
    return this.#store.lastSequence();
  }

  /** Null: there is no such ask. */
  async wait(id: string, signal: AbortSignal): Promise<AskView | null> {
    for (;;) {
      const changed = this.#nextChangeOf(id, signal);
      // Read after listening began, so that no change is missed.
      const view = await this.view(id);
      if (view === null || view.state !== 'pending' || signal.aborted) {
        changed.cancel();
        return view;
      }
      await changed.promise;
    }
  }

  onChange(listener: (fact: Fact) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  announce(fact: Fact): void {
    for (const listener of this.#listeners) listener(fact);
    for (const wake of this.#waiting.get(fact.askId) ?? []) wake();
  }

  /** Returns how many questions are still open. */
  async expireDue(): Promise<number> {
    const [asks, now] = await Promise.all([this.#store.listUnanswered(MAX_PENDING), this.#store.now()]);
    const due = asks.filter((fact) => (viewOf([fact]) as AskView).expiresAt <= now);
    await Promise.all(due.map(({ askId }) => this.view(askId)));
    return asks.length - due.length;
  }

  /** Without a kind: nobody else has to allow it, so this person's yes is the answer. */
  async #approve(id: string, given: Approval & { readonly by: GivenAnswer['by'] }): Promise<AnswerOutcome | Agreed> {
    const view = await this.view(id);
    if (view === null || view.ask.hash !== given.hash || view.state !== 'pending') return {};
    const { approvals = 1, selfApproval, from } = view.ask.context;
    const { name } = given.by;
    if (selfApproval === false && (from === undefined || from.owner === name)) return { kind: 'not-theirs', view };
    if (approvals === 1) return {};
    const signature = this.#signer?.sign(signedApprovalText(id, given));
    const approval = signature === undefined ? given : { ...given, signature };
    const approvers: string[] = [];
    for (let number = 1; number < approvals; number++) {
      const put = await this.#put(id, `approval-${number}`, toBytes(approval));
      const there = put.kind === 'won' ? approval : fromBytes<Approval>(put.existing.bytes);
      if (there.by.kind !== 'person' || !this.#isBelieved(id, there))
        this.#warn(`an approval of ${id} in the database was not given through a hub, so the call can't be allowed`);
      else if (there.by.name !== name) {
        approvers.push(there.by.name);
        continue;
      }
      return { kind: 'approved', view: (await this.view(id)) as AskView };
    }
    return { approvers: [...approvers, name] };
  }

  #isBelieved(id: string, approval: Approval): boolean {
    const { signature } = approval;
    if (this.#signer === undefined) return true;
    return signature !== undefined && this.#signer.isSigned(signedApprovalText(id, approval), signature);
  }

  async #settle(id: string, answer: AskAnswer): Promise<AnswerOutcome> {
    const view = await this.view(id);
    if (view === null) return { kind: 'unknown' };
    if (view.ask.hash !== answer.hash) return { kind: 'other-call', view };
    if (view.state !== 'pending') return { kind: isLate(view) ? 'late' : 'lost', view };
    const signature = this.#signer?.sign(signedText(id, answer));
    const put = await this.#put(id, 'answer', toBytes(signature === undefined ? answer : { ...answer, signature }));
    const after = (await this.view(id)) as AskView;
    if (put.kind === 'won') return { kind: 'won', view: after };
    return { kind: isLate(after) ? 'late' : 'lost', view: after };
  }

  /** Returns whether anything was written. */
  async #settleDue({ id, state, ask, expiresAt, answer }: AskView): Promise<boolean> {
    const now = await this.#store.now();
    if (state === 'pending' && now >= expiresAt) {
      const expired: AskAnswer = { kind: 'expired', hash: ask.hash, by: { kind: 'clock' } };
      await this.#put(id, 'answer', toBytes(expired));
      return true;
    }
    if (state === 'allowed' && answer !== undefined && now >= answer.at + ask.lapseMs) {
      const lapsed: AskEnd = { kind: 'lapsed', hash: ask.hash };
      await this.#put(id, 'consumed', toBytes(lapsed));
      return true;
    }
    return false;
  }

  async #put(...[id, kind, bytes]: Parameters<FactStore['putOnce']>): ReturnType<FactStore['putOnce']> {
    const put = await this.#store.putOnce(id, kind, bytes);
    if (put.kind === 'won') this.announce(put.fact);
    return put;
  }

  #nextChangeOf(id: string, signal: AbortSignal): { readonly promise: Promise<void>; readonly cancel: () => void } {
    let cancel = () => {};
    const promise = new Promise<void>((resolve) => {
      cancel = () => {
        const waiting = this.#waiting.get(id);
        waiting?.delete(cancel);
        if (waiting?.size === 0) this.#waiting.delete(id);
        signal.removeEventListener('abort', cancel);
        resolve();
      };
      const waiting = this.#waiting.get(id) ?? new Set();
      this.#waiting.set(id, waiting.add(cancel));
      signal.addEventListener('abort', cancel);
    });
    if (signal.aborted) cancel();
    return { promise, cancel };
  }
}

function isLate({ answer }: AskView): boolean {
  return answer?.kind === 'expired';
}

/** Null if the ask itself is missing. */
export function viewOf(facts: readonly Fact[]): AskView | null {
  const [asked, answered, ended] = (['ask', 'answer', 'consumed'] as const).map((kind) =>
    facts.find((fact) => fact.kind === kind),
  );
  if (asked === undefined) return null;
  const ask = fromBytes<Ask>(asked.bytes);
  const answer = answered === undefined ? undefined : { ...fromBytes<AskAnswer>(answered.bytes), at: answered.at };
  const approvals = facts
    .filter(({ kind }) => kind.startsWith('approval-'))
    .map(({ bytes, at }) => ({ ...fromBytes<Approval>(bytes), at }));
  const end = ended === undefined ? undefined : { ...fromBytes<AskEnd>(ended.bytes), at: ended.at };
  return {
    id: asked.askId,
    state: end?.kind ?? answer?.kind ?? 'pending',
    ask,
    askedAt: asked.at,
    expiresAt: asked.at + ask.limitMs,
    ...(approvals.length === 0 ? {} : { approvals }),
    ...(answer === undefined ? {} : { answer }),
    ...(end === undefined ? {} : { end }),
  };
}

function toBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function fromBytes<Value>(bytes: Uint8Array): Value {
  return JSON.parse(new TextDecoder().decode(bytes));
}
