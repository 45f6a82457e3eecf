import { createHash } from 'node:crypto';
import type { FastClassifier } from '@caliban/gate';
import { autoClassifier } from '@caliban/gate/internal/classify/auto-classifier';

/** Auto mode without its model: what the lists do not know stays a question. */
export function listsOnly({ disabled }: { readonly disabled: boolean }): FastClassifier {
  return autoClassifier({
    disabled,
    staticLists: () => null,
    digest: (text) => createHash('sha256').update(text).digest('hex'),
    model: {
      classify: async () => ({ verdict: 'soft-deny', source: 'Model', reason: 'a model would be consulted here' }),
    },
  }).classifier;
}
