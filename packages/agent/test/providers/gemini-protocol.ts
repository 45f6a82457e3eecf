import { data, type Protocol, SOME_USAGE, slices, stopOf, type WirePart, type WireReply } from './wire-reply.ts';

/** Google's streamGenerateContent: pieces of one candidate. A call comes whole, its arguments as an object. */
export const GEMINI: Protocol = {
  name: 'gemini',
  path: /^\/v1beta\/models\/[^/]+:streamGenerateContent\?alt=sse$/,
  frames: (reply) => [...reply.parts.flatMap(geminiParts).map((part) => chunk([part])), lastChunk(reply)],
  refusal: (status, message) => ({ error: { code: status, message, status: STATUSES[status] ?? 'UNKNOWN' } }),
  errorFrame: (message) => data({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
};

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

function geminiParts(part: WirePart): readonly object[] {
  switch (part.kind) {
    case 'text':
      return slices(part.text).map((text) => ({ text }));
    case 'thinking': {
      const { signature } = part;
      return slices(part.text).map((text) => ({
        text,
        thought: true,
        ...(signature === undefined ? {} : { thoughtSignature: signature }),
      }));
    }
    case 'tool-use':
      return [
        {
          functionCall: { id: part.id, name: part.name, args: JSON.parse(part.json) },
          thoughtSignature: `signature of ${part.id}`,
        },
      ];
  }
}

function chunk(parts: readonly object[], more: object = {}, usage: object = {}): string {
  return data({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
    modelVersion: 'gemini-test',
    responseId: 'r1',
    ...usage,
  });
}

const STOPS = { done: 'STOP', 'tool-use': 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' } as const;

function lastChunk(reply: WireReply): string {
  const { usage = SOME_USAGE } = reply;
  return chunk(
    [{ text: '' }],
    { finishReason: STOPS[stopOf(reply)] },
    {
      usageMetadata: {
        promptTokenCount: usage.input,
        cachedContentTokenCount: usage.cached,
        candidatesTokenCount: usage.output,
        totalTokenCount: usage.input + usage.output,
      },
    },
  );
}
