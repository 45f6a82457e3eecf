import type { Fact, FactKind, FactStore, Put } from './fact-store.ts';

/** For tests, and for a server whose data may be lost. */
export class MemoryFactStore implements FactStore {
  readonly #facts: Fact[] = [];
  readonly #slots = new Map<string, Fact>();
  readonly #clock: () => number;

  constructor({ clock = Date.now }: { readonly clock?: () => number } = {}) {
    this.#clock = clock;
  }

  async putOnce(askId: string, kind: FactKind, bytes: Uint8Array): Promise<Put> {
    const slot = `${kind} ${askId}`;
    const existing = this.#slots.get(slot);
    if (existing !== undefined) return { kind: 'lost', existing };
    const fact = { sequence: this.#facts.length + 1, askId, kind, bytes: bytes.slice(), at: this.#clock() };
    this.#facts.push(fact);
    this.#slots.set(slot, fact);
    return { kind: 'won', fact };
  }

  async factsOf(askId: string): Promise<readonly Fact[]> {
    return this.#facts.filter((fact) => fact.askId === askId);
  }

  async listSince(sequence: number, limit: number): Promise<readonly Fact[]> {
    return this.#facts.slice(sequence, sequence + limit);
  }

  async listUnanswered(limit: number): Promise<readonly Fact[]> {
    return this.#facts
      .filter(({ askId, kind }) => kind === 'ask' && !this.#slots.has(`answer ${askId}`))
      .slice(0, limit);
  }

  async lastSequence(): Promise<number> {
    return this.#facts.length;
  }

  async now(): Promise<number> {
    return this.#clock();
  }

  async close(): Promise<void> {}
}
