import { type Protocol, SOME_USAGE, slices, stopOf, type WirePart, type WireReply } from './wire-reply.ts';

/** Anthropic's messages: a block per part, each with a start, its deltas and a stop. */
export const ANTHROPIC: Protocol = {
  name: 'anthropic messages',
  path: /^\/v1\/messages$/,
  frames: (reply) => [messageStart(reply), ...reply.parts.flatMap(blockFrames), ...messageEnd(reply)],
  refusal: (status, message) => ({ type: 'error', error: { type: ERROR_TYPES[status] ?? 'api_error', message } }),
  errorFrame: (message) => frame('error', { error: { type: 'overloaded_error', message } }),
};

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function frame(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function messageStart({ usage = SOME_USAGE }: WireReply): string {
  return frame('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-test',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: usage.input - usage.cached,
        cache_read_input_tokens: usage.cached,
        cache_creation_input_tokens: 0,
        output_tokens: 1,
      },
    },
  });
}

function blockFrames(part: WirePart, index: number): readonly string[] {
  const { block, deltas } = blockOf(part);
  return [
    frame('content_block_start', { index, content_block: block }),
    frame('ping', {}),
    ...deltas.map((delta) => frame('content_block_delta', { index, delta })),
    frame('content_block_stop', { index }),
  ];
}

function blockOf(part: WirePart): { readonly block: object; readonly deltas: readonly object[] } {
  switch (part.kind) {
    case 'text':
      return {
        block: { type: 'text', text: '' },
        deltas: slices(part.text).map((text) => ({ type: 'text_delta', text })),
      };
    case 'thinking':
      return {
        block: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          ...slices(part.text).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: part.signature ?? 'unsigned' },
        ],
      };
    case 'tool-use':
      return {
        block: { type: 'tool_use', id: part.id, name: part.name, input: {} },
        deltas: ['', ...slices(part.json)].map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      };
  }
}

const STOPS = { done: 'end_turn', 'tool-use': 'tool_use', length: 'max_tokens', refused: 'refusal' } as const;

function messageEnd(reply: WireReply): readonly string[] {
  const { output } = reply.usage ?? SOME_USAGE;
  return [
    frame('message_delta', {
      delta: { stop_reason: STOPS[stopOf(reply)], stop_sequence: null },
      usage: { output_tokens: output },
    }),
    frame('message_stop', {}),
  ];
}
