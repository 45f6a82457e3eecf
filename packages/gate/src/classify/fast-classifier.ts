import type { ToolCall } from '@caliban/calls';
import { canonicalJson, cutMiddle } from '@caliban/calls/text';
import type { ClassifierOpinion, Verdict } from '../types/verdict.ts';

/** Auto mode's second opinion on a call the rules ask about. */
export interface FastClassifier {
  classify(request: ClassifierRequest, signal: AbortSignal): Promise<ClassifierOpinion>;
}

export type ClassifierRequest = {
  readonly call: ToolCall;
  /** The input in full, as canonical JSON; null when it has no such text. */
  readonly canonicalInput: string | null;
  /** What a model is shown of the input: at most 4 KiB. */
  readonly shownInput: string;
  /** The model is not shown everything, so its yes does not count. */
  readonly cut: boolean;
  /** The verdict that leaves the call open. */
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
