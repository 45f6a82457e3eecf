import { randomUUID } from 'node:crypto';
import { canonicalJson } from '@caliban/calls/text';
import { fieldOf } from '../../hosts/protocol/payload.ts';
import type { ToolCallMessage } from '../wire/client-message.ts';
import { resultReply } from '../wire/replies.ts';
import { withoutInput } from '../wire/without-input.ts';
import type { AskChannel } from './elicitation-ask-handler.ts';
import type { FormParams } from './permission-form.ts';

/** A call that was answered with our question and is expected to come again. */
type OpenQuestion = {
  readonly asked: ToolCallMessage;
  readonly answered: (again: ToolCallMessage, result: unknown) => void;
};

/** How a call with an answer was recognised. */
export type Returned = 'taken' | 'not-ours' | 'expired';

/** From revision 2026-07-28 on: we answer the call itself with the question, and it comes again with the answer. */
export class AskedByResult {
  readonly #open = new Map<string, OpenQuestion>();
  readonly #toClient: (line: string) => void;
  readonly #patienceMs: number;

  constructor(toClient: (line: string) => void, { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {}) {
    this.#toClient = toClient;
    this.#patienceMs = patienceMs;
  }

  /** `asked` and `returned` are called with the request that is to be answered; between them there is none. */
  channelFor(
    call: ToolCallMessage,
    { asked, returned }: { readonly asked: () => void; readonly returned: (again: ToolCallMessage) => void },
  ): AskChannel {
    return {
      elicit: (form, signal) =>
        new Promise((resolve, reject) => {
          const token = `${TOKEN}${randomUUID()}`;
          const end = () => {
            this.#open.delete(token);
            clearTimeout(impatience);
            signal.removeEventListener('abort', giveUp);
          };
          const giveUp = () => {
            end();
            reject(signal.reason ?? new Error('the call is gone'));
          };
          const impatience = setTimeout(() => {
            end();
            reject(new Error('the question was never answered'));
          }, this.#patienceMs);
          // Waiting for a person must not keep the process alive.
          impatience.unref();
          signal.addEventListener('abort', giveUp, { once: true });
          this.#open.set(token, {
            asked: call,
            answered(again, result) {
              end();
              returned(again);
              resolve(result);
            },
          });
          asked();
          this.#toClient(resultReply(call.id, inputRequired(form, token)));
        }),
    };
  }

  /** Checks whether a call is one of ours coming again. The answer applies only to exactly the same call. */
  take(call: ToolCallMessage): Returned {
    const token = fieldOf(call.params, 'requestState');
    if (typeof token !== 'string' || !token.startsWith(TOKEN)) return 'not-ours';
    const question = this.#open.get(token);
    if (question === undefined || !isSameCall(question.asked, call)) return 'expired';
    question.answered(withoutInput(call, question.asked), fieldOf(fieldOf(call.params, 'inputResponses'), KEY));
    return 'taken';
  }
}

const TOKEN = 'caliban-permission:';
const KEY = 'caliban-permission';
/** A client that never comes back can't be distinguished from one that is asleep, and later questions wait behind it. */
const PATIENCE_MS = 10 * 60_000;

function inputRequired(form: FormParams, requestState: string): object {
  const params = { mode: 'form', ...form };
  return {
    resultType: 'input_required',
    inputRequests: { [KEY]: { method: 'elicitation/create', params } },
    requestState,
  };
}

export function isSameCall(
  one: Pick<ToolCallMessage, 'name' | 'input'>,
  other: Pick<ToolCallMessage, 'name' | 'input'>,
): boolean {
  const [input, otherInput] = [canonicalJson(one.input), canonicalJson(other.input)];
  return one.name === other.name && input.ok && otherInput.ok && input.value === otherInput.value;
}
