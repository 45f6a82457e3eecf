import type { Model, ModelEvent, ModelRequest } from '../../src/models/model.ts';

export const QUESTION: ModelRequest = {
  system: 'be brief',
  messages: [{ role: 'user', text: 'hello' }],
  tools: [
    {
      name: 'Bash',
      description: 'runs a command',
      inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    },
    {
      name: 'Read',
      description: 'reads a file',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
    },
  ],
};

export async function collect(
  model: Model,
  request: ModelRequest = QUESTION,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.reply(request, signal)) events.push(event);
  return events;
}

/** The last event, which has to be the end. */
export async function endOf(
  model: Model,
  request?: ModelRequest,
): Promise<Extract<ModelEvent, { readonly kind: 'end' }>> {
  const last = (await collect(model, request)).at(-1);
  if (last?.kind !== 'end') throw new Error(`a reply ended in ${last?.kind}`);
  return last;
}
