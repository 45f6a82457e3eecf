import { CachedClassifier, type Digest } from './cached-classifier.ts';
import { disabledClassifier } from './disabled-classifier.ts';
import type { FastClassifier } from './fast-classifier.ts';
import { guardedClassifier } from './guarded-classifier.ts';
import { prescreenedClassifier } from './prescreened-classifier.ts';
import type { StaticLists } from './static-lists.ts';

export type AutoClassifierParts = {
  readonly disabled: boolean;
  readonly staticLists: StaticLists;
  readonly digest: Digest;
  /** Null: no route leads to a model. */
  readonly model: FastClassifier | null;
  readonly timeoutMs?: number;
};

export type AutoClassifier = {
  readonly classifier: FastClassifier;
  /** Clears the cache; called when auto mode is left. */
  readonly forget: () => void;
};

/** Switched off? → static lists → cache → model. */
export function autoClassifier({
  disabled,
  staticLists,
  digest,
  model,
  timeoutMs,
}: AutoClassifierParts): AutoClassifier {
  if (disabled) return { classifier: disabledClassifier(), forget: () => {} };
  const cached = new CachedClassifier(guardedClassifier(model ?? UNROUTED, timeoutMs), digest);
  return { classifier: prescreenedClassifier(cached, staticLists), forget: () => cached.clear() };
}

const UNROUTED: FastClassifier = {
  classify: async () => {
    throw new Error('no model is set up for `fast_classifier`');
  },
};
