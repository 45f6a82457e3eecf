import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Model, ModelError, type ModelEvent } from '../../src/models/model.ts';
import { withRetries } from '../../src/models/with-retries.ts';
import { collect, QUESTION } from '../providers/collect-reply.ts';
import { DOORS } from '../providers/doors.ts';
import { ProviderServer, type StreamFault } from '../providers/provider-server.ts';
import { calls, says } from '../providers/wire-reply.ts';

const LONG = says('some words that take a while to arrive');

describe.each(DOORS)('$protocol.name', ({ protocol, open }) => {
  let server: ProviderServer;
  afterEach(() => server.close());

  test.each<[StreamFault['kind'], number, string]>([
    ['drop', 1, 'interrupted-stream'],
    ['end-early', 0, 'interrupted-stream'],
    ['end-early', 1, 'interrupted-stream'],
    ['end-early', 4, 'interrupted-stream'],
    ['garbage', 0, 'bad-reply'],
    ['garbage', 4, 'bad-reply'],
    ['error-frame', 0, 'overloaded'],
    ['error-frame', 4, 'overloaded'],
  ])('%s after %i frames → %s', async (kind, after, trouble) => {
    server = await ProviderServer.start(protocol);
    server.will({ kind: 'reply', reply: LONG, fault: { kind, after } });
    expect(await troubleOf(open(server))).toMatchObject({ trouble, isPassing: true });
  });

  test('half a reply with a call in it starts nothing', async () => {
    server = await ProviderServer.start(protocol);
    const reply = calls(['call_1', 'Bash', { command: 'rm -rf /tmp/x' }]);
    const whole = protocol.frames(reply).length;
    for (let after = 0; after < whole - 1; after++) {
      const events: ModelEvent[] = [];
      server.will({ kind: 'reply', reply, fault: { kind: 'end-early', after } });
      await troubleOf(open(server), events).catch(() => {});
      // Where the last frame only counts tokens, the reply is whole without it.
      if (events.at(-1)?.kind !== 'end') expect(events.filter(({ kind }) => kind === 'tool-use')).toEqual([]);
    }
  });

  test('a line that breaks after words were shown is an interrupted stream, and is not tried again', async () => {
    server = await ProviderServer.start(protocol);
    server.will({ kind: 'reply', reply: LONG, fault: { kind: 'hang', after: 5 } }, says('again'));
    const events: ModelEvent[] = [];
    const failure = troubleOf(withRetries(open(server), { sleep: async () => {} }), events, () => server.cut());
    expect(await failure).toMatchObject({ trouble: 'interrupted-stream', isPassing: false });
    expect(events[0]).toMatchObject({ kind: 'text' });
    expect(server.requests).toHaveLength(1);
  });

  test('429 is waited for and then well', async () => {
    server = await ProviderServer.start(protocol);
    server.will({ kind: 'refusal', status: 429, message: 'slow down', headers: { 'retry-after': '2' } }, says('fine'));
    const slept: number[] = [];
    const model = withRetries(open(server), {
      random: () => 0,
      sleep: async (milliseconds) => {
        slept.push(milliseconds);
      },
    });
    const events = await collect(model);
    expect(events[0]).toMatchObject({ kind: 'retrying', attempt: 1, afterMs: 2000 });
    expect(events.at(-1)).toMatchObject({ kind: 'end', message: { parts: [{ kind: 'text', text: 'fine' }] } });
    expect(slept).toEqual([2000]);
  });

  test.each([0, 5])(
    'an abort while it hangs after %i frames ends it with the reason, and the request',
    async (after) => {
      server = await ProviderServer.start(protocol);
      server.will({ kind: 'reply', reply: LONG, fault: { kind: 'hang', after } });
      const controller = new AbortController();
      const reason = new Error('enough');
      server.hanging.then(() => controller.abort(reason));
      await expect(collect(open(server), QUESTION, controller.signal)).rejects.toBe(reason);
      await server.clientLeft();
    },
  );

  test('an abort before it starts sends no request', async () => {
    server = await ProviderServer.start(protocol);
    await expect(collect(open(server), QUESTION, AbortSignal.abort('no'))).rejects.toBe('no');
    expect(server.requests).toEqual([]);
  });

  test('a reader who leaves ends the request', async () => {
    server = await ProviderServer.start(protocol);
    server.will({ kind: 'reply', reply: LONG, fault: { kind: 'hang', after: 5 } });
    for await (const event of open(server).reply(QUESTION, new AbortController().signal)) {
      if (event.kind === 'text') break;
    }
    await server.clientLeft();
  });

  test('nothing is printed, whatever happens', async () => {
    const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation(() => {}),
    );
    server = await ProviderServer.start(protocol);
    server.will(
      says('fine'),
      { kind: 'refusal', status: 500, message: 'no' },
      { kind: 'reply', reply: LONG, fault: { kind: 'garbage', after: 4 } },
    );
    const model = open(server);
    // Thinking of another provider is what the clients warn about.
    await collect(model, {
      ...QUESTION,
      messages: [
        ...QUESTION.messages,
        {
          role: 'assistant',
          parts: [
            { kind: 'thinking', text: 'hm', keep: { [protocol.name]: {} } },
            { kind: 'text', text: 'hi' },
          ],
        },
        { role: 'user', text: 'go on' },
      ],
    });
    await troubleOf(model);
    await troubleOf(model);
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
  });
});

test('no server is listening', async () => {
  const [door] = DOORS;
  if (door === undefined) throw new Error('no doors');
  const server = await ProviderServer.start(door.protocol);
  const model = door.open(server);
  await server.close();
  expect(await troubleOf(model)).toMatchObject({ trouble: 'unreachable', isPassing: true });
});

/** The trouble a reply ends in; what came before it goes into `events`. */
async function troubleOf(
  model: Model,
  events: ModelEvent[] = [],
  onFirstText: () => void = () => {},
): Promise<ModelError> {
  let told = false;
  try {
    for await (const event of model.reply(QUESTION, new AbortController().signal)) {
      events.push(event);
      if (event.kind === 'text' && !told) onFirstText();
      told ||= event.kind === 'text';
    }
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  throw new Error('the reply went well');
}
