// The store of the inbox: facts about asks, each written once and never changed. Every store (memory, SQLite, PostgreSQL) passes
// the same suite, `packages/inbox/test/store/store-contract.ts`.
//
// An ask has at most one fact of each kind. A person, the clock and a dying agent may all try to write the answer; the store
// decides who was first, and everyone else reads that answer. The store doesn't interpret the bytes.

/** Approvals are numbered: each is a slot for one person, if an ask needs several. */
export type FactKind = 'ask' | 'answer' | 'consumed' | `approval-${number}`;

export type Fact = {
  /** Grows with every fact. A reader that has seen `n` never finds a new fact at or below `n` later. */
  readonly sequence: number;
  readonly askId: string;
  readonly kind: FactKind;
  readonly bytes: Uint8Array;
  /** When it was written, in milliseconds since 1970 by the clock of the store. */
  readonly at: number;
};

export type Put = { readonly kind: 'won'; readonly fact: Fact } | { readonly kind: 'lost'; readonly existing: Fact };

export interface FactStore {
  /** Durable before it is acknowledged. Of any number of writers to the same slot, in any number of processes, one wins. */
  putOnce(askId: string, kind: FactKind, bytes: Uint8Array): Promise<Put>;
  /** In the order in which they were written. */
  factsOf(askId: string): Promise<readonly Fact[]>;
  /** Facts after this sequence, oldest first, at most `limit`. */
  listSince(sequence: number, limit: number): Promise<readonly Fact[]>;
  /** The facts of kind `ask` without an answer, oldest first, at most `limit`. */
  listUnanswered(limit: number): Promise<readonly Fact[]>;
  /** Of the newest fact; 0 if there is none. */
  lastSequence(): Promise<number>;
  /** The store's own clock, which may jump. */
  now(): Promise<number>;
  close(): Promise<void>;
}
