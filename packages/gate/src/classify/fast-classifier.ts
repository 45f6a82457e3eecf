import type { ToolCall } from '@caliban/calls';
import { canonicalJson, cutMiddle } from '@caliban/calls/text';
import type { ClassifierOpinion, Verdict } from '../types/verdict.ts';

/** Auto mode's second opinion on a call that the rules ask about. */
export interface FastClassifier {
  classify(request: ClassifierRequest, signal: AbortSignal): Promise<ClassifierOpinion>;
}

export type ClassifierRequest = {
  readonly call: ToolCall;
  /** The whole input as canonical JSON; null if it has none. */
  readonly canonicalInput: string | null;
  /** The part of the input that the model sees: at most 4 KiB. */
  readonly shownInput: string;
  /** The model doesn't see everything, so its yes isn't accepted. */
  readonly cut: boolean;
  /** The verdict that asks. */
  readonly askedBy?: Verdict;
};

const MAX_SHOWN_BYTES = 4096;

export function classifierRequest(call: ToolCall, askedBy?: Verdict): ClassifierRequest {
  const asked = askedBy === undefined ? {} : { askedBy };
  const canonical = canonicalJson(call.input);
  if (!canonical.ok) {
    return {
      call,
      canonicalInput: null,
      shownInput: `(the input cannot be shown: ${canonical.error})`,
      cut: true,
      ...asked,
    };
  }
  const { text, cut } = cutMiddle(canonical.value, MAX_SHOWN_BYTES);
  return { call, canonicalInput: canonical.value, shownInput: text, cut, ...asked };
}
