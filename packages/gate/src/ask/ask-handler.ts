import type { Answer, Question } from '../types/answer.ts';
import type { FinalVerdict } from './final-verdict.ts';

/** No one has to answer: rules and mode now say yes or no. */
export type Covered = { readonly kind: 'covered'; readonly verdict: FinalVerdict };

/** Anyone who can answer a question. A rejection is a refusal. `covered`: rules that changed meanwhile deny; they can't allow here. */
export interface AskHandler {
  /** It asks people that a hub knows. Questions that need several people, or someone else, are put to no other handler. */
  readonly asksHub?: boolean | undefined;
  ask(question: Question, signal: AbortSignal): Promise<Answer | Covered>;
}
