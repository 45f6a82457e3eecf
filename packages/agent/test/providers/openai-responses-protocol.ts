import { type Protocol, SOME_USAGE, slices, stopOf, type WirePart, type WireReply } from './wire-reply.ts';

/** OpenAI's responses: an output item per part. */
export const OPENAI_RESPONSES: Protocol = {
  name: 'openai responses',
  path: /^\/v1\/responses$/,
  frames: (reply) => [
    frame('response.created', { response: { ...HEAD, status: 'in_progress' } }),
    ...reply.parts.flatMap(itemFrames),
    responseEnd(reply),
  ],
  refusal: (status, message) => ({ error: { message, type: 'invalid_request_error', param: null, code: `${status}` } }),
  errorFrame: (message) =>
    frame('error', { sequence_number: 9, error: { type: 'server_error', code: 'server_is_overloaded', message } }),
};

const HEAD = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-test', output: [] } as const;

function frame(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function itemFrames(part: WirePart, output_index: number): readonly string[] {
  switch (part.kind) {
    case 'text':
      return textItem(part.text, output_index);
    case 'thinking':
      return thinkingItem(part.text, part.signature ?? 'sealed', output_index);
    case 'tool-use':
      return callItem(part, output_index);
  }
}

function textItem(text: string, output_index: number): readonly string[] {
  const item_id = `msg_${output_index}`;
  const item = { type: 'message', id: item_id, role: 'assistant', status: 'completed' };
  const place = { item_id, output_index, content_index: 0 };
  const part = { type: 'output_text', text, annotations: [] };
  return [
    frame('response.output_item.added', { output_index, item: { ...item, status: 'in_progress', content: [] } }),
    frame('response.content_part.added', { ...place, part: { ...part, text: '' } }),
    ...slices(text).map((delta) => frame('response.output_text.delta', { ...place, delta })),
    frame('response.output_text.done', { ...place, text }),
    frame('response.content_part.done', { ...place, part }),
    frame('response.output_item.done', { output_index, item: { ...item, content: [part] } }),
  ];
}

function thinkingItem(text: string, encrypted_content: string, output_index: number): readonly string[] {
  const item_id = `rs_${output_index}`;
  const item = { type: 'reasoning', id: item_id, encrypted_content };
  const place = { item_id, output_index, summary_index: 0 };
  const part = { type: 'summary_text', text };
  return [
    frame('response.output_item.added', { output_index, item: { ...item, summary: [] } }),
    frame('response.reasoning_summary_part.added', { ...place, part: { ...part, text: '' } }),
    ...slices(text).map((delta) => frame('response.reasoning_summary_text.delta', { ...place, delta })),
    frame('response.reasoning_summary_text.done', { ...place, text }),
    frame('response.reasoning_summary_part.done', { ...place, part }),
    frame('response.output_item.done', { output_index, item: { ...item, summary: [part] } }),
  ];
}

function callItem(
  { id, name, json }: Extract<WirePart, { kind: 'tool-use' }>,
  output_index: number,
): readonly string[] {
  const item_id = `fc_${output_index}`;
  const item = { type: 'function_call', id: item_id, call_id: id, name };
  const place = { item_id, output_index };
  return [
    frame('response.output_item.added', { output_index, item: { ...item, arguments: '', status: 'in_progress' } }),
    ...slices(json).map((delta) => frame('response.function_call_arguments.delta', { ...place, delta })),
    frame('response.function_call_arguments.done', { ...place, arguments: json }),
    frame('response.output_item.done', { output_index, item: { ...item, arguments: json, status: 'completed' } }),
  ];
}

const INCOMPLETE = { done: null, 'tool-use': null, length: 'max_output_tokens', refused: 'content_filter' } as const;

function responseEnd(reply: WireReply): string {
  const { usage = SOME_USAGE } = reply;
  const reason = INCOMPLETE[stopOf(reply)];
  return frame(reason === null ? 'response.completed' : 'response.incomplete', {
    response: {
      ...HEAD,
      status: reason === null ? 'completed' : 'incomplete',
      incomplete_details: reason === null ? null : { reason },
      usage: {
        input_tokens: usage.input,
        input_tokens_details: { cached_tokens: usage.cached },
        output_tokens: usage.output,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: usage.input + usage.output,
      },
    },
  });
}
