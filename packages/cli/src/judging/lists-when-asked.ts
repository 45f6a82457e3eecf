import type { FastClassifier } from '@caliban/gate';
import type { ListsOnly } from './lists-only.ts';

/** Auto mode without its model; loaded only if auto mode needs it. */
export function listsWhenAsked(parts: ListsOnly): FastClassifier {
  return {
    classify: async (request, signal) => {
      const { listsOnly } = await import('./lists-only.ts');
      const lists = await listsOnly(parts);
      return lists.classify(request, signal);
    },
  };
}
