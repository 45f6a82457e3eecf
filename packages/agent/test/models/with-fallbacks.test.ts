import { expect, test } from 'vitest';
import { ModelError } from '../../src/models/model.ts';
import type { ScriptedReply } from '../../src/models/script/parse-script.ts';
import { scriptedModel } from '../../src/models/script/scripted-model.ts';
import { withFallbacks } from '../../src/models/with-fallbacks.ts';
import { collect } from '../providers/collect-reply.ts';

test.each<[string, readonly ScriptedReply[], string]>([
  ['the first is well', [{ text: 'first' }, { text: 'second' }], 'first'],
  ['the first is overloaded', [{ fault: 'overloaded' }, { text: 'second' }], 'second'],
  ['nobody is there', [{ fault: 'unreachable' }, { fault: 'overloaded' }, { text: 'third' }], 'third'],
  ['the last fails too', [{ fault: 'overloaded' }, { fault: 'unreachable' }], 'unreachable'],
  ['a wrong key is not hidden', [{ fault: 'not-authorised' }, { text: 'second' }], 'not-authorised'],
  ['too long is the conversation', [{ fault: 'context-too-long' }, { text: 'second' }], 'context-too-long'],
  ['words were shown', [{ text: 'half', fault: 'overloaded' }, { text: 'second' }], 'overloaded'],
])('%s → %s', async (_what, [first = {}, ...others], outcome) => {
  const model = withFallbacks(
    scriptedModel([first], 'one'),
    others.map((reply, index) => scriptedModel([reply], `other ${index + 1}`)),
  );
  expect(model.name).toBe('one');
  const got = await collect(model).then(
    (events) => events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join(''),
    (error: unknown) => (error instanceof ModelError ? error.trouble : error),
  );
  expect(got).toBe(outcome);
});

test('says whom it asks next', async () => {
  const model = withFallbacks(scriptedModel([{ fault: 'overloaded' }], 'one'), [scriptedModel([{ text: 'x' }], 'two')]);
  expect((await collect(model))[0]).toEqual({
    kind: 'retrying',
    attempt: 1,
    afterMs: 0,
    because: '`one`: scripted fault `overloaded`; asking `two`',
  });
});
