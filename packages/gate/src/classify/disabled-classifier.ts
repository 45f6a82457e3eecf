import type { FastClassifier } from './fast-classifier.ts';

/** Auto mode switched off: nothing is checked, everything stays a question. */
export function disabledClassifier(): FastClassifier {
  return {
    classify: async () => ({
      verdict: 'soft_deny',
      source: 'DisabledFallback',
      reason: 'auto mode is switched off',
    }),
  };
}
