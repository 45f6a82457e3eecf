import type { Denial } from '../events.ts';
import type { Usage } from '../models/model.ts';
import { addUsage, NO_USAGE } from '../models/usage.ts';

export type Sums = { readonly turns: number; readonly usage: Usage; readonly denials: readonly Denial[] };

/** The totals of a run so far. */
export class Tally {
  #sums: Sums = { turns: 0, usage: NO_USAGE, denials: [] };

  get sums(): Sums {
    return this.#sums;
  }

  turn(): void {
    this.#sums = { ...this.#sums, turns: this.#sums.turns + 1 };
  }

  used(usage: Usage): void {
    this.#sums = { ...this.#sums, usage: addUsage(this.#sums.usage, usage) };
  }

  denied(denials: readonly Denial[]): void {
    this.#sums = { ...this.#sums, denials: [...this.#sums.denials, ...denials] };
  }
}
