import type { ClassifierOpinion } from '../types/verdict.ts';
import type { ClassifierRequest, FastClassifier } from './fast-classifier.ts';

/** A hash of a text; sha256 outside of tests. */
export type Digest = (text: string) => string;

const MAX_ENTRIES = 256;

/** Caches the model's answer about a tool and its exact input. Fallbacks are never cached: the next try may succeed. */
export class CachedClassifier implements FastClassifier {
  readonly #next: FastClassifier;
  readonly #digest: Digest;
  /** From the least to the most recently used. */
  #opinions = new Map<string, ClassifierOpinion>();

  constructor(next: FastClassifier, digest: Digest) {
    this.#next = next;
    this.#digest = digest;
  }

  async classify(request: ClassifierRequest, signal: AbortSignal): Promise<ClassifierOpinion> {
    const key = this.#keyOf(request);
    if (key === null) return this.#next.classify(request, signal);

    const opinions = this.#opinions;
    const known = opinions.get(key);
    if (known !== undefined) {
      moveToEnd(opinions, key, known);
      return { ...known, source: 'Cache' };
    }
    const opinion = await this.#next.classify(request, signal);
    // An answer requested before `clear` ends up in the dropped map.
    if (opinion.source === 'Model') moveToEnd(opinions, key, opinion);
    return opinion;
  }

  clear(): void {
    this.#opinions = new Map();
  }

  /** Null: an input without an exact text, or one that can't be hashed, is asked about every time. */
  #keyOf({ call, canonicalInput }: ClassifierRequest): string | null {
    if (canonicalInput === null) return null;
    try {
      return JSON.stringify([call.tool, this.#digest(canonicalInput)]);
    } catch {
      return null;
    }
  }
}

function moveToEnd(opinions: Map<string, ClassifierOpinion>, key: string, opinion: ClassifierOpinion): void {
  opinions.delete(key);
  opinions.set(key, opinion);
  const oldest = opinions.keys().next();
  if (opinions.size > MAX_ENTRIES && !oldest.done) opinions.delete(oldest.value);
}
