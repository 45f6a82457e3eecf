/** How much work one call may cause. Counted rather than timed, so that a verdict doesn't depend on the machine's load. */
export class WorkBudget {
  #left: number;

  constructor(size: number) {
    this.#left = size;
  }

  /** False once it is used up. */
  spend(work: number): boolean {
    this.#left -= work;
    return this.#left >= 0;
  }
}
