import { type Model, ModelError, type ModelEvent, type ModelRequest } from './model.ts';

/** If a model is overloaded or can't be reached, and nothing of its reply was shown, the next one takes over. */
export function withFallbacks(first: Model, others: readonly Model[]): Model {
  return { name: first.name, reply: (request, signal) => replyOf([first, ...others], request, signal) };
}

async function* replyOf(
  models: readonly Model[],
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  for (const [index, model] of models.entries()) {
    const next = models[index + 1];
    let shown = false;
    try {
      for await (const event of model.reply(request, signal)) {
        shown ||= event.kind !== 'retrying';
        yield event;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (shown || next === undefined || !isElsewhereBetter(error)) throw error;
      yield { kind: 'retrying', attempt: index + 1, afterMs: 0, because: `${error.message}; asking \`${next.name}\`` };
    }
  }
}

function isElsewhereBetter(error: unknown): error is ModelError {
  return error instanceof ModelError && (error.trouble === 'overloaded' || error.trouble === 'unreachable');
}
