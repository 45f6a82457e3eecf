import { canonicalJson } from '@caliban/calls/text';
import { fieldOf } from '../hosts/protocol/payload.ts';
import { isSameCall } from './ask/asked-by-result.ts';
import type { ToolCallMessage } from './wire/client-message.ts';

type Expected = { readonly call: ToolCallMessage; readonly input: string };

/**
 * From revision 2026-07-28 on a server may answer a call with its own question; the call then comes again with the answer. If the
 * operator has allowed it, it isn't asked about again: only the same call, only for what the server asked, and only once.
 */
export class ContinuedCalls {
  readonly #expected: Expected[] = [];

  /** The server has answered a call that the operator allowed. */
  answered(call: ToolCallMessage, result: unknown): void {
    if (fieldOf(result, 'resultType') !== 'input_required') return;
    this.#expected.push({
      call,
      input: inputText(fieldOf(result, 'requestState'), keysOf(fieldOf(result, 'inputRequests'))),
    });
    if (this.#expected.length > MAX_CALLS) this.#expected.shift();
  }

  take(call: ToolCallMessage): boolean {
    const { requestState, inputResponses } = call.params;
    if (requestState === undefined && inputResponses === undefined) return false;
    const input = inputText(requestState, keysOf(inputResponses));
    const found = this.#expected.findIndex((expected) => expected.input === input && isSameCall(expected.call, call));
    if (found === -1) return false;
    this.#expected.splice(found, 1);
    return true;
  }
}

const MAX_CALLS = 100;

function inputText(requestState: unknown, keys: readonly string[]): string {
  const text = canonicalJson([requestState ?? null, keys]);
  return text.ok ? text.value : '';
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value).toSorted() : [];
}
