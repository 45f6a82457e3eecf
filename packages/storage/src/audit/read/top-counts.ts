/** Counts keys in bounded memory: when there are too many, the rarest are dropped. */
export class TopCounts {
  readonly #counts = new Map<string, number>();
  readonly #most: number;
  #forgot = false;

  constructor(most: number = 20_000) {
    this.#most = most;
  }

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    if (this.#counts.size > this.#most) this.#forgetRarest();
  }

  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** The most frequent first; among equals the one seen first. */
  top(count: number): readonly (readonly [string, number])[] {
    return [...this.#counts].sort(([, a], [, b]) => b - a).slice(0, count);
  }

  get isApproximate(): boolean {
    return this.#forgot;
  }

  #forgetRarest(): void {
    this.#forgot = true;
    const sorted = [...this.#counts.values()].sort((a, b) => a - b);
    const rare = sorted[Math.floor(sorted.length / 2)] as number;
    for (const [key, count] of this.#counts) if (count <= rare) this.#counts.delete(key);
  }
}
