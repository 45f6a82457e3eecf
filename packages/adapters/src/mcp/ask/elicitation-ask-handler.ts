import type { ToolCall } from '@caliban/calls';
import type { Answer, AskHandler, Question } from '@caliban/gate';
import type { Covered } from '@caliban/gate/ask';
import { neededPeople } from '@caliban/gate/filter';
import { type FormParams, permissionForm } from './permission-form.ts';

/** How to reach the person at the client, for one call. */
export interface AskChannel {
  /** The client's reply to the form; rejects if there will never be one. */
  elicit(form: FormParams, signal: AbortSignal): Promise<unknown>;
}

/** Asks through the client that made the call, if it can show a form; otherwise no one can be asked. */
export class ElicitationAskHandler implements AskHandler {
  readonly #nobody: AskHandler;
  readonly #channels = new WeakMap<ToolCall, AskChannel>();

  constructor(nobody: AskHandler) {
    this.#nobody = nobody;
  }

  get asksHub(): boolean {
    return this.#nobody.asksHub === true;
  }

  /** Questions about this call go to this channel. */
  connect(call: ToolCall, channel: AskChannel): void {
    this.#channels.set(call, channel);
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer | Covered> {
    const channel = this.#channels.get(question.call);
    if (channel === undefined || neededPeople(question.verdict) !== null) return this.#nobody.ask(question, signal);
    const form = permissionForm(question);
    return form.answer(await channel.elicit(form.params, signal));
  }
}
