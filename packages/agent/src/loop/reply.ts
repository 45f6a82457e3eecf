import { untilAborted } from '@caliban/gate/signals';
import type { AssistantMessage } from '../conversation/messages.ts';
import type { AgentEvent } from '../events.ts';
import {
  type Model,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type StopReason,
  type Usage,
} from '../models/model.ts';

export type Reply =
  | { readonly kind: 'whole'; readonly message: AssistantMessage; readonly stop: StopReason; readonly usage: Usage }
  /** The text received before it broke off; calls in it are ignored. */
  | { readonly kind: 'broken-off'; readonly text: string; readonly error: unknown };

/** Reads one reply to its end. Never rejects, and returns at once when aborted, even if the model doesn't react. */
export async function hearReply(
  model: Model,
  request: ModelRequest,
  { emit, signal }: { readonly emit: (event: AgentEvent) => void; readonly signal: AbortSignal },
): Promise<Reply> {
  let heard = '';
  let events: AsyncIterator<ModelEvent> | null = null;
  try {
    signal.throwIfAborted();
    events = model.reply(request, signal)[Symbol.asyncIterator]();
    for (;;) {
      const next = await untilAborted(events.next(), signal);
      if (next.done === true) throw endless();
      const event = next.value;
      if (event.kind === 'end') {
        return { kind: 'whole', message: event.message, stop: event.stop, usage: event.usage };
      }
      if (event.kind === 'text') heard += event.text;
      // A call is announced when it is run, after the whole reply has arrived.
      if (event.kind !== 'tool-use') emit(event);
    }
  } catch (error) {
    return { kind: 'broken-off', text: heard, error };
  } finally {
    void events?.return?.()?.catch(() => {});
  }
}

function endless(): ModelError {
  return new ModelError('interrupted-stream', 'the reply stopped before its end', { isPassing: true });
}
