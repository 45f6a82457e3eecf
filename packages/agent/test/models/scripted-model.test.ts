import { describe, expect, test } from 'vitest';
import { MalformedInput } from '../../src/models/model.ts';
import { parseScript } from '../../src/models/script/parse-script.ts';
import { scriptedModel } from '../../src/models/script/scripted-model.ts';
import { collect, endOf, QUESTION } from '../providers/collect-reply.ts';

test('one reply after the other, then a clear end', async () => {
  const script = parseScript(
    JSON.stringify([
      {
        thinking: 'hm',
        text: 'I look around',
        tool_uses: [
          { name: 'Bash', input: { command: 'ls' } },
          { name: 'Read', id: 'own', malformed_input: '{"pa' },
        ],
        usage: { input_tokens: 3, output_tokens: 2, cached_input_tokens: 1 },
      },
      { text: 'cut', stop: 'length' },
    ]),
    'tour.json',
  );
  if (!script.ok) throw new Error(script.error);
  const model = scriptedModel(script.value);
  const uses = [
    { kind: 'tool-use', id: 'call-1-1', name: 'Bash', input: { command: 'ls' } },
    { kind: 'tool-use', id: 'own', name: 'Read', input: new MalformedInput('{"pa') },
  ];
  expect(await collect(model)).toStrictEqual([
    { kind: 'thinking', text: 'hm' },
    { kind: 'text', text: 'I ' },
    { kind: 'text', text: 'look ' },
    { kind: 'text', text: 'around' },
    ...uses,
    {
      kind: 'end',
      stop: 'tool-use',
      usage: { inputTokens: 3, outputTokens: 2, cachedInputTokens: 1 },
      message: {
        role: 'assistant',
        parts: [{ kind: 'thinking', text: 'hm' }, { kind: 'text', text: 'I look around' }, ...uses],
      },
    },
  ]);
  expect(await endOf(model)).toMatchObject({ stop: 'length', message: { parts: [{ text: 'cut' }] } });
  const ends = {
    stop: 'done',
    message: { parts: [{ text: 'The script ends here: it has no reply after number 2.' }] },
  };
  expect(await endOf(model)).toMatchObject(ends);
  expect(await endOf(model)).toMatchObject(ends);
});

test('the last reply of a script may be given again and again', async () => {
  const model = scriptedModel([{ text: 'one' }, { text: 'the end', repeats: true }]);
  const texts = [];
  for (let request = 0; request < 4; request += 1) texts.push((await endOf(model))?.message?.parts);
  expect(texts.map((parts) => parts?.[0])).toMatchObject(
    ['one', 'the end', 'the end', 'the end'].map((text) => ({ text })),
  );
});

describe('faults', () => {
  test.each([
    ['drop', 'interrupted-stream', true],
    ['malformed', 'bad-reply', true],
    ['overloaded', 'overloaded', true],
    ['unreachable', 'unreachable', true],
    ['not-authorised', 'not-authorised', false],
    ['context-too-long', 'context-too-long', false],
    ['refused-request', 'refused-request', false],
  ] as const)('%s', async (fault, trouble, isPassing) => {
    await expect(collect(scriptedModel([{ fault }]))).rejects.toMatchObject({ trouble, isPassing });
  });
});

test('a wait ends with an abort', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const reply = collect(scriptedModel([{ delay_ms: 600_000 }]), QUESTION, controller.signal);
  setImmediate(() => controller.abort(reason));
  await expect(reply).rejects.toBe(reason);
});

describe('invalid scripts', () => {
  test.each([
    ['nonsense', /^x\.json: no JSON: /],
    ['{}', /^x\.json: expected a list of replies: /],
    ['[{"text":"ok"},{"txt":"x"}]', /^x\.json: reply 2: .*txt/],
    ['[{"tool_uses":[{"input":{}}]}]', /^x\.json: reply 1, tool_uses, 0, name: /],
    ['[{"fault":"fire"}]', /^x\.json: reply 1, fault: /],
    ['[{"delay_ms":-1}]', /^x\.json: reply 1, delay_ms: /],
  ])('%s', (text, message) => {
    expect(parseScript(text, 'x.json')).toEqual({ ok: false, error: expect.stringMatching(message) });
  });
});
