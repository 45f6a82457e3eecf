import { describe, expect, test } from 'vitest';
import { ModelError, type ModelEvent } from '../../src/models/model.ts';
import type { ScriptedReply } from '../../src/models/script/parse-script.ts';
import { scriptedModel } from '../../src/models/script/scripted-model.ts';
import { withRetries } from '../../src/models/with-retries.ts';
import { collect, QUESTION } from '../providers/collect-reply.ts';

const FINE: ScriptedReply = { text: 'fine' };
const OVERLOADED: ScriptedReply = { fault: 'overloaded' };

describe('how often and how long', () => {
  test.each<[string, readonly ScriptedReply[], readonly number[], string]>([
    ['well at once', [FINE], [], 'end'],
    ['once more', [OVERLOADED, FINE], [500], 'end'],
    ['each wait twice as long', [OVERLOADED, OVERLOADED, OVERLOADED, FINE], [500, 1000, 2000], 'end'],
    ['dropped before anything was shown', [{ fault: 'drop' }, FINE], [500], 'end'],
    ['unreadable before anything was shown', [{ fault: 'malformed' }, FINE], [500], 'end'],
    ['five times is enough', Array(5).fill(OVERLOADED), [500, 1000, 2000, 4000], 'overloaded'],
    ['what lasts is not tried again', [{ fault: 'not-authorised' }, FINE], [], 'not-authorised'],
    ['too long stays too long', [{ fault: 'context-too-long' }, FINE], [], 'context-too-long'],
    ['words were shown', [{ text: 'half', fault: 'drop' }, FINE], [], 'interrupted-stream'],
    ['thoughts were shown', [{ thinking: 'hm', fault: 'overloaded' }, FINE], [], 'interrupted-stream'],
  ])('%s', async (_what, script, waits, outcome) => {
    const slept: number[] = [];
    const model = withRetries(scriptedModel(script), { random: () => 1, sleep: async (ms) => void slept.push(ms) });
    const events: ModelEvent[] = [];
    const end = await outcomeOf(model, events);
    expect([end, slept]).toEqual([outcome, waits]);
    expect(events.filter(({ kind }) => kind === 'retrying')).toEqual(
      waits.map((afterMs, index) => ({ kind: 'retrying', attempt: index + 1, afterMs, because: expect.any(String) })),
    );
  });

  test.each<[number, readonly number[], string]>([
    [2000, [2000], 'end'],
    [0, [0], 'end'],
    [3_600_000, [], 'overloaded'], // nobody waits an hour
  ])('a provider that asks for %i ms', async (retryAfterMs, waits, outcome) => {
    const slept: number[] = [];
    let asked = 0;
    const busy = {
      name: 'busy',
      async *reply() {
        if (asked++ === 0) throw new ModelError('overloaded', 'busy', { isPassing: true, retryAfterMs });
        yield* scriptedModel([FINE]).reply(QUESTION, new AbortController().signal);
      },
    };
    const model = withRetries(busy, { random: () => 0, sleep: async (ms) => void slept.push(ms) });
    expect([await outcomeOf(model, []), slept]).toEqual([outcome, waits]);
  });
});

test('an abort ends the wait', async () => {
  const controller = new AbortController();
  const reply = withRetries(scriptedModel([OVERLOADED, FINE]), { firstDelayMs: 600_000, longestDelayMs: 600_000 });
  const seen: ModelEvent[] = [];
  const reason = new Error('enough');
  await expect(
    (async () => {
      for await (const event of reply.reply(QUESTION, controller.signal)) {
        seen.push(event);
        setImmediate(() => controller.abort(reason));
      }
    })(),
  ).rejects.toBe(reason);
  expect(seen).toMatchObject([{ kind: 'retrying' }]);
});

test('a bug in our code is not retried', async () => {
  let asked = 0;
  const broken = {
    name: 'broken',
    // biome-ignore lint/correctness/useYield: it never gets so far
    async *reply(): AsyncGenerator<ModelEvent> {
      asked++;
      throw new TypeError('bug');
    },
  };
  await expect(collect(withRetries(broken))).rejects.toThrow('bug');
  expect(asked).toBe(1);
});

async function outcomeOf(model: ReturnType<typeof scriptedModel>, events: ModelEvent[]): Promise<string> {
  try {
    for await (const event of model.reply(QUESTION, new AbortController().signal)) events.push(event);
    return events.at(-1)?.kind ?? 'nothing';
  } catch (error) {
    if (error instanceof ModelError) return error.trouble;
    throw error;
  }
}
