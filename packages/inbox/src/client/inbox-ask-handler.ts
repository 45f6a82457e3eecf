import { visible } from '@caliban/calls/text';
import type { Answer, AskHandler, Question } from '@caliban/gate';
import type { Covered } from '@caliban/gate/ask';
import { askTheInbox, durationText, type InboxAccess } from './ask-the-inbox.ts';

export type InboxAskOptions = InboxAccess & {
  readonly limitMs: number;
  /** Used if the inbox can't be reached. */
  readonly otherwise: AskHandler;
  readonly warn: (message: string) => void;
};

/** Sends questions that no one here can answer to the inbox. */
export class InboxAskHandler implements AskHandler {
  readonly #options: InboxAskOptions;

  constructor(options: InboxAskOptions) {
    this.#options = options;
  }

  get asksHub(): boolean {
    return this.#options.isSigned !== undefined;
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer | Covered> {
    const { limitMs, otherwise, warn } = this.#options;
    const what = visible(question.call.tool);
    const onAsked = () =>
      warn(`a question about ${what} is in the inbox and waits up to ${durationText(limitMs)} for an answer`);
    const outcome = await askTheInbox(question, { limitMs, signal, onAsked }, this.#options);
    signal.throwIfAborted();
    switch (outcome.kind) {
      case 'answered':
      case 'unanswered':
        return outcome.answer;
      case 'covered':
        return outcome;
      case 'unasked':
        warn(`the inbox cannot be asked: ${outcome.why}`);
        return withCause(await otherwise.ask(question, signal), outcome.cause);
    }
  }
}

export function withCause(answer: Answer | Covered, cause: 'inbox-unreachable' | 'inbox-refused'): Answer | Covered {
  return answer.kind === 'once' ? { ...answer, inbox: { kind: 'unanswered', cause } } : answer;
}
