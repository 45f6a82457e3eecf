/** How much work one call may make. Counted rather than timed, so that a verdict doesn't depend on how busy the machine is. */
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
