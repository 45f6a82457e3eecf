import { AnalysisLimitError } from './analysis-limit-error.ts';

/**
 * A text that can't be read any more after a number of accesses. The grammar reads ordinary text about three times, but some
 * texts take it quadratic time or worse, and nothing else can interrupt it.
 */
export function meteredText(text: string, looks: number): string {
  return new MeteredText(text, looks) as unknown as string;
}

/** Works like a string; only accesses to single characters are counted. */
class MeteredText extends String {
  readonly #text: string;
  #looks: number;

  constructor(text: string, looks: number) {
    super(text);
    this.#text = text;
    this.#looks = looks;
  }

  override charCodeAt(index: number): number {
    if (--this.#looks < 0) throw new AnalysisLimitError('takes too long to take apart');
    return this.#text.charCodeAt(index);
  }
}
