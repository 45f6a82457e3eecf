import { OPENAI_RESPONSES } from '../../../packages/agent/test/providers/openai-responses-protocol.ts';
import type { Protocol, WirePart } from '../../../packages/agent/test/providers/wire-reply.ts';

/** OpenAI's responses as Codex uses them: tools of a server stand in a namespace, and a patch is free text instead of JSON. */
export const CODEX_RESPONSES: Protocol = {
  ...OPENAI_RESPONSES,
  name: 'codex responses',
  frames(reply) {
    const [start = '', ...others] = OPENAI_RESPONSES.frames({ ...reply, parts: [] });
    return [start, ...reply.parts.flatMap(partFrames), ...others];
  },
};

function partFrames(part: WirePart): readonly string[] {
  if (part.kind !== 'tool-use') return OPENAI_RESPONSES.frames({ parts: [part] }).slice(1, -1);
  const type = 'response.output_item.done';
  return [`event: ${type}\ndata: ${JSON.stringify({ type, output_index: 0, item: itemOf(part) })}\n\n`];
}

function itemOf({ id, name, json }: Extract<WirePart, { readonly kind: 'tool-use' }>): object {
  const item = { id: `fc_${id}`, call_id: id, status: 'completed' };
  const input: unknown = JSON.parse(json);
  if (typeof input === 'string') return { ...item, type: 'custom_tool_call', name, input };
  const [, namespace, own = name] = /^(mcp__.+)__(.+)$/.exec(name) ?? [];
  return {
    ...item,
    type: 'function_call',
    name: own,
    arguments: json,
    ...(namespace === undefined ? {} : { namespace }),
  };
}
