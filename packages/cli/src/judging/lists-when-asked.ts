import type { FastClassifier } from '@caliban/gate';
import type { ListsOnly } from './lists-only.ts';

/** Auto mode without its model; only auto mode asks it, so it is loaded only then. */
export function listsWhenAsked(parts: ListsOnly): FastClassifier {
  return {
    classify: async (request, signal) => {
      const { listsOnly } = await import('./lists-only.ts');
      const lists = await listsOnly(parts);
      return lists.classify(request, signal);
    },
  };
}
