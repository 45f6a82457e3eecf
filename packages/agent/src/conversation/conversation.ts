import type { RunEnd } from '../events.ts';
import type { Usage } from '../models/model.ts';
import { type Message, toolUsesIn } from './messages.ts';
import { estimateTokens } from './token-estimate.ts';

/** The entries of a transcript. */
export type TranscriptEntry =
  | { readonly kind: 'message'; readonly message: Message }
  /** These messages replace everything before them. */
  | { readonly kind: 'compacted'; readonly messages: readonly Message[] };

/** Stores an entry; resolves when it is safely stored. */
export type RecordEntry = (entry: TranscriptEntry) => Promise<void>;

/** The messages of a session, each recorded as it is added. */
export class Conversation {
  readonly #record: RecordEntry;
  #messages: readonly Message[];
  /** The provider's token count, and how many messages it covers. */
  #counted: { readonly tokens: number; readonly messages: number } | null = null;

  constructor(messages: readonly Message[], record: RecordEntry) {
    this.#messages = messages;
    this.#record = record;
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** Added even if it can't be recorded: the model must not lose it. */
  async add(message: Message): Promise<void> {
    this.#messages = [...this.#messages, message];
    await this.#record({ kind: 'message', message });
  }

  async replaceBy(messages: readonly Message[]): Promise<void> {
    this.#messages = messages;
    this.#counted = null;
    await this.#record({ kind: 'compacted', messages });
  }

  /** Completes an interrupted turn so that the next prompt is valid: an open prompt gets a reply, an open call a result. */
  async closeTurn(end: RunEnd): Promise<void> {
    const last = this.#messages.at(-1);
    const why = end.kind === 'failed' ? end.message : 'interrupted';
    if (last?.role === 'user')
      await this.add({ role: 'assistant', parts: [{ kind: 'text', text: `[no reply: ${why}]` }] });
    if (last?.role !== 'assistant' || toolUsesIn(last).length === 0) return;
    const results = toolUsesIn(last).map(({ id, name }) => {
      return { toolUseId: id, toolName: name, text: `the call did not finish: ${why}`, isError: true };
    });
    await this.add({ role: 'tool', results });
  }

  /** Called after the reply that `usage` belongs to has been added. */
  count({ inputTokens, outputTokens }: Usage): void {
    if (inputTokens > 0) this.#counted = { tokens: inputTokens + outputTokens, messages: this.#messages.length };
  }

  /** Estimates the tokens of the next request; `aside` is the system prompt and the tools. */
  estimate(aside: number): number {
    if (this.#counted === null) return aside + estimateTokens(this.#messages);
    return this.#counted.tokens + estimateTokens(this.#messages.slice(this.#counted.messages));
  }
}
