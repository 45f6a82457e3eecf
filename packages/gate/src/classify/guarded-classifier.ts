import { cutMiddle, errorText } from '@caliban/calls/text';
import { timeLimit } from '../signals/time-limit.ts';
import { untilAborted } from '../signals/until-aborted.ts';
import type { ClassifierOpinion } from '../types/verdict.ts';
import type { ClassifierRequest, FastClassifier } from './fast-classifier.ts';

/** Never rejects. A model that fails, is slow, answers invalidly or saw only part of the input can't say yes. */
export function guardedClassifier(model: FastClassifier, timeoutMs = 10_000): FastClassifier {
  return {
    async classify(request, signal) {
      if (signal.aborted) return fallback('the classifier was interrupted');
      const tooLate = timeLimit(timeoutMs);
      const either = AbortSignal.any([signal, tooLate]);
      try {
        const answer: unknown = await untilAborted(askModel(model, request, either), either);
        const opinion = readOpinion(answer);
        return opinion === null ? fallback('the classifier gave no usable answer') : trusted(opinion, request);
      } catch (error) {
        if (signal.aborted) return fallback('the classifier was interrupted');
        if (tooLate.aborted) return fallback(`the classifier gave no answer within ${timeoutMs / 1000} s`);
        return fallback(`the classifier failed: ${errorText(error)}`);
      }
    },
  };
}

/** Async, so that a throw before the first promise is a rejection like any other. */
async function askModel(model: FastClassifier, request: ClassifierRequest, signal: AbortSignal): Promise<unknown> {
  return model.classify(request, signal);
}

function readOpinion(answer: unknown): ClassifierOpinion | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { verdict, reason } = answer as Readonly<Record<string, unknown>>;
  if (!isVerdict(verdict) || typeof reason !== 'string') return null;
  return { verdict, source: 'Model', reason: cutMiddle(reason, MAX_REASON_BYTES).text };
}

const MAX_REASON_BYTES = 1000;

function isVerdict(value: unknown): value is ClassifierOpinion['verdict'] {
  return value === 'allow' || value === 'soft_deny' || value === 'hard_deny';
}

function trusted(opinion: ClassifierOpinion, { cut }: ClassifierRequest): ClassifierOpinion {
  if (!cut || opinion.verdict !== 'allow') return opinion;
  return { ...opinion, verdict: 'soft_deny', reason: `the classifier saw only part of the input: ${opinion.reason}` };
}

function fallback(reason: string): ClassifierOpinion {
  return { verdict: 'soft_deny', source: 'ErrorFallback', reason };
}
