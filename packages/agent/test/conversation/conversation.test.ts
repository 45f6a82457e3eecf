import { describe, expect, test } from 'vitest';
import { Conversation, type TranscriptEntry } from '../../src/conversation/conversation.ts';
import type { Message } from '../../src/conversation/messages.ts';
import type { RunEnd } from '../../src/events.ts';
import { transcriptProblems } from '../helpers/transcript-problems.ts';

const PROMPT: Message = { role: 'user', text: 'x'.repeat(384) };
const CALLING: Message = { role: 'assistant', parts: [{ kind: 'tool-use', id: 'a', name: 'Read', input: {} }] };
const ANSWER: Message = { role: 'assistant', parts: [{ kind: 'text', text: 'done' }] };

describe('a run that broke off', () => {
  test.each<[string, Message[], RunEnd, Message[]]>([
    ['nothing was said', [], { kind: 'interrupted' }, []],
    ['after the answer', [PROMPT, ANSWER], { kind: 'done', text: 'done' }, []],
    [
      'before a reply',
      [PROMPT],
      { kind: 'failed', message: 'no key' },
      [{ role: 'assistant', parts: [{ kind: 'text', text: '[no reply: no key]' }] }],
    ],
    [
      'before a result',
      [PROMPT, CALLING],
      { kind: 'interrupted' },
      [
        {
          role: 'tool',
          results: [{ toolUseId: 'a', toolName: 'Read', text: 'the call did not finish: interrupted', isError: true }],
        },
      ],
    ],
  ])('%s', async (_, messages, end, added) => {
    const recorded: TranscriptEntry[] = [];
    const conversation = new Conversation(messages, async (entry) => void recorded.push(entry));
    await conversation.closeTurn(end);
    expect(conversation.messages).toEqual([...messages, ...added]);
    expect(recorded).toEqual(added.map((message) => ({ kind: 'message', message })));
    expect(transcriptProblems(conversation.messages)).toEqual([]);
  });
});

describe('the size of the next request', () => {
  const silent = async () => {};

  test('by its characters, until the provider has counted', () => {
    expect(new Conversation([PROMPT], silent).estimate(50)).toBe(150);
  });

  test('the count, plus the characters of later messages', async () => {
    const conversation = new Conversation([PROMPT], silent);
    await conversation.add(ANSWER);
    conversation.count({ inputTokens: 1_000, outputTokens: 10, cachedInputTokens: 0 });
    await conversation.add(PROMPT);
    expect(conversation.estimate(50)).toBe(1_110);
  });

  test('a summary resets the count, and a provider that counts nothing is ignored', async () => {
    const conversation = new Conversation([PROMPT, PROMPT], silent);
    conversation.count({ inputTokens: 1_000, outputTokens: 10, cachedInputTokens: 0 });
    await conversation.replaceBy([PROMPT]);
    conversation.count({ inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 });
    expect(conversation.estimate(0)).toBe(100);
  });
});
