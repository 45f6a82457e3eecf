import { type ClassifierRequest, classifierRequest, type FastClassifier } from '../../src/classify/fast-classifier.ts';
import type { ClassifierOpinion } from '../../src/types/verdict.ts';
import { madeCall } from './made-calls.ts';

export const FINE: ClassifierOpinion = { verdict: 'allow', source: 'Model', reason: 'harmless' };
export const DOUBTFUL: ClassifierOpinion = { verdict: 'soft_deny', source: 'Model', reason: 'touches the network' };
export const WRONG: ClassifierOpinion = { verdict: 'hard_deny', source: 'Model', reason: 'deletes the home directory' };

/** Says the same of every call, and keeps what it was asked. */
export function saying(opinion: unknown): FastClassifier & { readonly asked: ClassifierRequest[] } {
  const asked: ClassifierRequest[] = [];
  return {
    asked,
    async classify(request) {
      asked.push(request);
      return opinion as ClassifierOpinion;
    },
  };
}

export function requestFor(input: unknown, tool = 'Bash'): ClassifierRequest {
  return classifierRequest(madeCall(tool, { input }));
}
