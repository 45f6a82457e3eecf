import { AnalysisLimitError } from './analysis-limit-error.ts';

/**
 * A text that stops being readable after a number of looks at it. The grammar reads ordinary text about three times over, but
 * some texts take it quadratic time or worse, and nothing else can interrupt it.
 */
export function meteredText(text: string, looks: number): string {
  return new MeteredText(text, looks) as unknown as string;
}

/** Everything a string does, it does; only looking at single characters is counted. */
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
