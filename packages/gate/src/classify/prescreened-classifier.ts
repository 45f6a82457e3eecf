import { errorText } from '@caliban/calls/text';
import type { ClassifierOpinion } from '../types/verdict.ts';
import type { FastClassifier } from './fast-classifier.ts';
import type { StaticHit, StaticList, StaticLists } from './static-lists.ts';

/** Static lists first; only calls that none of them matches are passed to `next`. */
export function prescreenedClassifier(next: FastClassifier, staticLists: StaticLists): FastClassifier {
  return {
    async classify(request, signal) {
      let hit: StaticHit | null;
      try {
        hit = staticLists(request.call);
      } catch (error) {
        // Not passed to the model: one of the lists may have had a hard deny for it.
        return {
          verdict: 'soft_deny',
          source: 'ErrorFallback',
          reason: `the static lists failed: ${errorText(error)}`,
        };
      }
      if (hit !== null) return opinionOf(hit);
      return request.askedBy?.because.kind === 'own-file' ? FOR_THE_OPERATOR : next.classify(request, signal);
    },
  };
}

/** No answer of a model would change that question. */
const FOR_THE_OPERATOR: ClassifierOpinion = {
  verdict: 'soft_deny',
  source: 'StaticRule',
  reason: "caliban's own files are for the operator to decide",
};

function opinionOf({ list, pattern, why }: StaticHit): ClassifierOpinion {
  const reason = `matches \`${pattern}\` in ${list}${why === undefined ? '' : `: ${why}`}`;
  return { verdict: VERDICTS[list], source: 'StaticRule', reason };
}

const VERDICTS: Readonly<Record<StaticList, ClassifierOpinion['verdict']>> = {
  hard_deny: 'hard_deny',
  soft_deny: 'soft_deny',
  allow: 'allow',
};
