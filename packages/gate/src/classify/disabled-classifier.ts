import type { FastClassifier } from './fast-classifier.ts';

/** The kill switch: nothing is looked at, everything stays a question. */
export function disabledClassifier(): FastClassifier {
  return {
    classify: async () => ({
      verdict: 'soft_deny',
      source: 'DisabledFallback',
      reason: 'auto mode is switched off',
    }),
  };
}
