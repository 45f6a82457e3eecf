import { fieldOf, textOf } from '../hosts/protocol/payload.ts';
import { type Guard, type GuardedCall, judgeCall, type Ruling } from './check-call.ts';

/** A call of the AI SDK, with the messages it comes with. */
export type AiSdkCall = GuardedCall & { readonly messages: unknown };

/**
 * What the gate would ask about becomes an approval request of the AI SDK, from version 6 on. The user of the application answers,
 * and the SDK comes back with the call and that answer as its last message.
 */
export class AiSdkApproval {
  readonly #guard: Guard;
  /** By the very input, which the SDK runs next; ids may come twice. */
  readonly #settled = new WeakMap<object, Ruling>();

  constructor(guard: Guard) {
    this.#guard = guard;
  }

  /** The SDK asks once more before it runs what was approved. */
  async isNeeded({ messages, ...call }: AiSdkCall): Promise<boolean> {
    if (isApproved(messages, call.toolUseId)) return true;
    const ruling = await judgeCall(this.#guard, call);
    if (ruling === 'ask') return true;
    if (isObject(call.input)) this.#settled.set(call.input, ruling);
    return false;
  }

  /** Null: no one was asked about it, so the gate has to. What was approved may have been denied since. */
  async ruling({ messages, ...call }: AiSdkCall): Promise<Ruling | null> {
    if (isApproved(messages, call.toolUseId)) {
      const ruling = await judgeCall(this.#guard, call);
      return ruling === 'ask' ? { outcome: 'allow' } : ruling;
    }
    if (!isObject(call.input)) return null;
    const settled = this.#settled.get(call.input) ?? null;
    this.#settled.delete(call.input);
    return settled;
  }
}

/** As the SDK itself looks for it: the answer stands in the last message, the request in one before. */
function isApproved(messages: unknown, toolCallId: string | undefined): boolean {
  if (toolCallId === undefined || !Array.isArray(messages)) return false;
  const approved = partsOf(messages.at(-1))
    .filter((part) => isKind(part, 'tool-approval-response') && fieldOf(part, 'approved') === true)
    .flatMap((part) => textOf(part, 'approvalId') ?? []);
  return messages
    .flatMap(partsOf)
    .filter((part) => isKind(part, 'tool-approval-request') && textOf(part, 'toolCallId') === toolCallId)
    .some((part) => approved.includes(textOf(part, 'approvalId') ?? ''));
}

function partsOf(message: unknown): readonly unknown[] {
  const content = fieldOf(message, 'content');
  return Array.isArray(content) ? content : [];
}

function isKind(part: unknown, kind: string): boolean {
  return fieldOf(part, 'type') === kind;
}

function isObject(input: unknown): input is object {
  return typeof input === 'object' && input !== null;
}
