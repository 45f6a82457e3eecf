import { data, type Protocol, SOME_USAGE, slices, stopOf, type WirePart, type WireReply } from './wire-reply.ts';

/** OpenAI's chat completions: deltas of one message. It knows no thinking. */
export const OPENAI_CHAT: Protocol = {
  name: 'openai chat completions',
  path: /^\/v1\/chat\/completions$/,
  frames: (reply) => chatFrames(reply, streamedDeltas),
  refusal: (status, message) => ({ error: { message, type: 'invalid_request_error', param: null, code: `${status}` } }),
  errorFrame: (message) => data({ error: { message, type: 'server_error', param: null, code: 'overloaded' } }),
};

/** Ollama's endpoint for the same: a call comes whole, thinking as `reasoning`. */
export const OLLAMA: Protocol = {
  ...OPENAI_CHAT,
  name: 'ollama',
  frames: (reply) => chatFrames(reply, wholeCallDeltas),
  refusal: (_status, message) => ({ error: { message, type: 'api_error', param: null, code: null } }),
};

type Deltas = (part: WirePart, callIndex: number) => readonly object[];

function chatFrames(reply: WireReply, deltasOf: Deltas): readonly string[] {
  const { usage = SOME_USAGE, parts } = reply;
  const uses = parts.filter(({ kind }) => kind === 'tool-use');
  return [
    chunk({ role: 'assistant', content: '' }),
    ...parts.flatMap((part) => deltasOf(part, uses.indexOf(part))).map((delta) => chunk(delta)),
    chunk({}, STOPS[stopOf(reply)]),
    data({
      ...HEAD,
      choices: [],
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
        prompt_tokens_details: { cached_tokens: usage.cached },
      },
    }),
    'data: [DONE]\n\n',
  ];
}

const HEAD = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test' } as const;

const STOPS = { done: 'stop', 'tool-use': 'tool_calls', length: 'length', refused: 'content_filter' } as const;

function chunk(delta: object, finish_reason: string | null = null): string {
  return data({ ...HEAD, choices: [{ index: 0, delta, finish_reason }] });
}

function streamedDeltas(part: WirePart, index: number): readonly object[] {
  switch (part.kind) {
    case 'text':
      return slices(part.text).map((content) => ({ content }));
    case 'thinking':
      return [];
    case 'tool-use': {
      const { id, name, json } = part;
      return [
        { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
        ...slices(json).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
      ];
    }
  }
}

function wholeCallDeltas(part: WirePart, index: number): readonly object[] {
  if (part.kind === 'thinking') return slices(part.text).map((reasoning) => ({ content: '', reasoning }));
  if (part.kind === 'text') return streamedDeltas(part, index);
  const { id, name, json } = part;
  return [{ content: '', tool_calls: [{ index, id, type: 'function', function: { name, arguments: json } }] }];
}
