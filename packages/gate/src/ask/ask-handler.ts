import type { Answer, Question } from '../types/answer.ts';

/** Whoever can answer a question. A rejection counts as a refusal. */
export interface AskHandler {
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}
