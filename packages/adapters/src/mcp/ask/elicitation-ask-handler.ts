import type { ToolCall } from '@caliban/calls';
import type { Answer, AskHandler, Question } from '@caliban/gate';
import type { Covered } from '@caliban/gate/ask';
import { neededPeople } from '@caliban/gate/filter';
import { type FormParams, permissionForm } from './permission-form.ts';

/** How to reach the person at the client, for one call. */
export interface AskChannel {
  /** What the client says about the form; rejects where it will never say anything. */
  elicit(form: FormParams, signal: AbortSignal): Promise<unknown>;
}

/** Asks through the client that made the call where it can show a form; else there is no one. */
export class ElicitationAskHandler implements AskHandler {
  readonly #nobody: AskHandler;
  readonly #channels = new WeakMap<ToolCall, AskChannel>();

  constructor(nobody: AskHandler) {
    this.#nobody = nobody;
  }

  get asksHub(): boolean {
    return this.#nobody.asksHub === true;
  }

  /** Questions about this call go there. */
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
