import { fieldOf, textOf } from '../hosts/protocol/payload.ts';
import { type Guard, type GuardedCall, judgeCall, type Ruling } from './check-call.ts';

/** A call of the AI SDK, with its messages. */
export type AiSdkCall = GuardedCall & { readonly messages: unknown };

/**
 * Turns the gate's asks into approval requests of the AI SDK (version 6 and later). The user of the application answers, and the
 * SDK repeats the call with that answer as its last message.
 */
export class AiSdkApproval {
  readonly #guard: Guard;
  /** By the input object, which the SDK runs next; ids may occur twice. */
  readonly #settled = new WeakMap<object, Ruling>();

  constructor(guard: Guard) {
    this.#guard = guard;
  }

  /** The SDK asks once more before it runs an approved call. */
  async isNeeded({ messages, ...call }: AiSdkCall): Promise<boolean> {
    if (isApproved(messages, call.toolUseId)) return true;
    const ruling = await judgeCall(this.#guard, call);
    if (ruling === 'ask') return true;
    if (isObject(call.input)) this.#settled.set(call.input, ruling);
    return false;
  }

  /** Null: no one was asked about it, so the gate has to decide. An approved call may have been denied since. */
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

/** Looks for it as the SDK does: the answer is in the last message, the request in an earlier one. */
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
