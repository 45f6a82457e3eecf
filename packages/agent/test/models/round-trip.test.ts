import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import type { AssistantMessage, AssistantPart } from '../../src/conversation/messages.ts';
import { collect, endOf } from '../providers/collect-reply.ts';
import { DOORS } from '../providers/doors.ts';
import { ProviderServer } from '../providers/provider-server.ts';
import type { WirePart, WireReply } from '../providers/wire-reply.ts';

describe.each(DOORS)('$protocol.name', ({ protocol, thinks, open }) => {
  test('any replies become the same messages, however the stream is cut', async () => {
    const replies = fc.array(replyOf(thinks), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(replies, fc.integer({ min: 9, max: 400 }), async (script, pieceBytes) => {
        const server = await ProviderServer.start(protocol, { pieceBytes });
        try {
          const model = open(server.will(...script));
          for (const reply of script) {
            const end = await endOf(model);
            expect(withoutKeep(end.message)).toEqual(expected(reply));
          }
        } finally {
          await server.close();
        }
      }),
      { numRuns: runs(15) },
    );
  });

  test('streamed text equals the final message', async () => {
    const server = await ProviderServer.start(protocol);
    const reply: WireReply = { parts: [{ kind: 'text', text: 'one two three four' }, BASH] };
    const events = await collect(open(server.will(reply)));
    const shown = events.flatMap((event) => (event.kind === 'text' ? [event.text] : []));
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.join('')).toBe('one two three four');
    expect(events.filter(({ kind }) => kind === 'tool-use')).toMatchObject([
      { kind: 'tool-use', id: 'call_1', name: 'Bash', input: { command: 'ls' } },
    ]);
    await server.close();
  });
});

const BASH: WirePart = { kind: 'tool-use', id: 'call_1', name: 'Bash', json: '{"command":"ls"}' };

/** In the order all protocols share: thinking, text, calls. */
function replyOf(thinks: boolean): fc.Arbitrary<WireReply> {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  const json = fc.dictionary(fc.constantFrom('command', 'path', 'ünïcode', ''), fc.jsonValue({ maxDepth: 2 }));
  const uses = fc.uniqueArray(
    fc.record({
      id: fc.stringMatching(/^call_[a-zA-Z0-9]{1,12}$/),
      name: fc.constantFrom('Bash', 'Read', 'Unknown'),
      input: json,
    }),
    { selector: ({ id }) => id, maxLength: 3 },
  );
  return fc
    .record({ thinking: fc.option(text), text: fc.option(text), uses })
    .filter((reply) => reply.text !== null || reply.uses.length > 0)
    .map((reply) => ({
      parts: [
        ...(reply.thinking === null || !thinks ? [] : [{ kind: 'thinking' as const, text: reply.thinking }]),
        ...(reply.text === null ? [] : [{ kind: 'text' as const, text: reply.text }]),
        ...reply.uses.map(({ id, name, input }) => ({
          kind: 'tool-use' as const,
          id,
          name,
          json: JSON.stringify(input),
        })),
      ],
    }));
}

function expected({ parts }: WireReply): AssistantMessage {
  return {
    role: 'assistant',
    parts: parts.map((part): AssistantPart => {
      if (part.kind !== 'tool-use') return { kind: part.kind, text: part.text };
      return { kind: 'tool-use', id: part.id, name: part.name, input: JSON.parse(part.json) };
    }),
  };
}

function withoutKeep({ role, parts }: AssistantMessage): AssistantMessage {
  return { role, parts: parts.map(({ keep: _keep, ...part }) => part) };
}
