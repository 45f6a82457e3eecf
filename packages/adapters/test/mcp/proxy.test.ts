import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, ProxyBench } from './helpers/proxy-bench.ts';

const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

const initialize = (capabilities: Json): Json => ({ id: 'init', method: 'initialize', params: { capabilities } });

function call(id: number | string, name: string, extra: Json = {}): Json {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: { n: 1 }, ...extra } };
}

describe('messages that pass unchanged', () => {
  test.each([
    '{"jsonrpc":"2.0", "id":1,"method":"resources/read","params":{"uri":"a"}}',
    '{"id":9007199254740993,"method":"x/unknown","params":{"n":1.0}}',
    '{"method":"notifications/progress","params":{"progressToken":1}}',
    '{"method":"notifications/cancelled","params":{"requestId":77}}',
    '{"id":5,"result":{"roots":[]}}',
    '{"id":5,"error":{"code":1,"message":"no"}}',
    '[{"id":1,"method":"ping"},{"method":"x"}]',
  ])('from the client: %s', async (line) => {
    const bench = new ProxyBench();
    await bench.say(line);
    expect([bench.server, bench.client]).toEqual([[line], []]);
  });

  test.each([
    '{"id":1, "result":{"x":1.0}}',
    '{"id":7,"method":"sampling/createMessage","params":{}}',
    '{"id":7,"method":"tools/call","params":{"name":"x"}}',
    '[{"id":1,"result":{}}]',
    'a log line that has no business here',
  ])('from the server: %s', async (line) => {
    const bench = new ProxyBench();
    await bench.reply(line);
    expect([bench.server, bench.client]).toEqual([[], [line]]);
  });
});

describe('tools/call', () => {
  test('an allowed call is passed on literally, and is logged', async () => {
    const bench = new ProxyBench(['mcp__srv__a', 'allow']);
    const line = '{"id": 3,"method":"tools/call" ,"params":{"arguments":{"n":1.50},"name":"a"}}';
    await bench.say(line);
    expect(bench.server).toEqual([line]);
    expect(bench.log).toMatchObject([
      { session_id: 'run-1', tool_use_id: '3', tool_name: 'mcp__srv__a', input: { n: 1.5 }, outcome: 'allow' },
    ]);
  });

  test('a denied call is a tool result that the model reads', async () => {
    const bench = new ProxyBench(['mcp__srv__a:n=1', 'deny'], ['mcp__srv__a', 'allow']);
    await bench.say(call('x', 'a'));
    expect(bench.server).toEqual([]);
    expect(bench.heard).toEqual({
      jsonrpc: '2.0',
      id: 'x',
      result: {
        content: [{ type: 'text', text: 'this mcp__srv__a call is denied by the rule `mcp__srv__a:n=1`' }],
        isError: true,
      },
    });
  });

  test('a number that a server could read otherwise is not passed on', async () => {
    const bench = new ProxyBench(['mcp__srv__pay:to=9007199254740993', 'deny'], ['mcp__srv__pay', 'allow']);
    await bench.say('{"id":1,"method":"tools/call","params":{"name":"pay","arguments":{"to":9007199254740993}}}');
    expect([bench.server, bench.log]).toEqual([[], []]);
    expect(bench.heard).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32600,
        message:
          'the message was not passed on: the number `9007199254740993` can be read in two ways; it would have to be a text',
      },
    });
  });

  test('if no one can be asked, the message says what would have helped', async () => {
    const bench = new ProxyBench(['*', 'ask']);
    await bench.say(initialize({ elicitation: { url: {} } }));
    await bench.say(call(1, 'a'));
    expect(JSON.stringify(bench.heard)).toContain("--allow 'mcp__srv__a:n=1'");
  });

  test('only what the server calls read-only may be asked about in plan mode, until its list changes', async () => {
    const bench = new ProxyBench(['*', 'ask']);
    bench.mode.switchTo('plan');
    await bench.say('{"id":1,"method":"tools/list"}');
    await bench.reply('{"id":1,"result":{"tools":[{"name":"a","annotations":{"readOnlyHint":true}},{"name":"b"},7]}}');
    for (const [id, name] of ['a', 'b', 'c'].entries()) await bench.say(call(id, name));
    await bench.reply('{"method":"notifications/tools/list_changed"}');
    await bench.say(call(3, 'a'));
    expect(bench.log.map(({ tool_name, action }) => [tool_name, action])).toEqual([
      ['mcp__srv__a', 'ask'],
      ['mcp__srv__b', 'deny'],
      ['mcp__srv__c', 'deny'],
      ['mcp__srv__a', 'deny'],
    ]);
  });

  test('an id that is in use makes no second call', async () => {
    const bench = new ProxyBench(['*', 'allow']);
    await bench.say(call(1, 'a'));
    await bench.say(call(1, 'b'));
    expect(bench.server).toHaveLength(1);
    expect(bench.heard).toMatchObject({ id: null, error: { code: -32600 } });
    await bench.reply('{"id":1,"result":{}}');
    await bench.say(call(1, 'b'));
    expect(bench.server).toHaveLength(2);
  });

  test('a batch with calls in it is passed on message by message', async () => {
    const bench = new ProxyBench(['mcp__srv__a', 'allow'], ['*', 'deny']);
    await bench.say([{ id: 1, method: 'ping' }, call(2, 'a'), call(3, 'b')]);
    expect(bench.server.map((line) => (JSON.parse(line) as Json).id)).toEqual([1, 2]);
    expect(bench.heard).toMatchObject({ id: 3, result: { isError: true } });
  });

  test('when the server is gone, every request gets one error', async () => {
    const bench = new ProxyBench(['*', 'allow']);
    await bench.say(call(1, 'a'));
    await bench.say('{"id":"p","method":"ping"}');
    await bench.proxy.serverGone('the server exited with code 7');
    await bench.proxy.serverGone('again');
    expect(bench.client.map((line) => JSON.parse(line) as Json)).toMatchObject([
      { id: 1, error: { message: 'the server exited with code 7' } },
      { id: 'p', error: { message: 'the server exited with code 7' } },
    ]);
  });
});

describe('asked by a request, until 2025-11-25', () => {
  async function asked(...ids: readonly number[]): Promise<ProxyBench> {
    const bench = new ProxyBench(['*', 'ask']);
    await bench.say(initialize({ elicitation: {} }));
    for (const id of ids) await bench.say(call(id, 'a'));
    bench.server.length = 0;
    return bench;
  }
  const choices = ({ heard }: ProxyBench) =>
    (heard as { params: { requestedSchema: { properties: { decision: { enum: string[] } } } } }).params.requestedSchema
      .properties.decision.enum;
  const accept = (decision: unknown): Json => ({ action: 'accept', content: { decision } });

  test('the form says what may be chosen', async () => {
    const bench = await asked(1);
    expect(bench.heard).toMatchObject({
      method: 'elicitation/create',
      params: { requestedSchema: { type: 'object' } },
    });
    expect(choices(bench)).toEqual([
      'Allow once',
      'Always allow mcp__srv__a:n=1 in this session (with these values, whatever further fields hold)',
      'Always allow mcp__srv__a in this session (every call of this tool)',
      'Reject',
    ]);
  });

  test('and what a choice leaves open', async () => {
    const bench = await asked();
    await bench.say(call(1, 'a', { arguments: { sql: `SELECT ${'x'.repeat(60)}`, db: 'prod', 'b\u202ec': '' } }));
    expect(choices(bench)[1]).toBe(
      'Always allow mcp__srv__a:db=prod in this session (with these values, whatever `sql`, `b\\u{202e}c` and further fields hold)',
    );
  });

  test.each<[unknown, 'allow' | 'deny']>([
    [{ result: accept('Allow once') }, 'allow'],
    [{ result: accept('Always allow mcp__srv__a in this session (every call of this tool)') }, 'allow'],
    [{ result: accept('Reject') }, 'deny'],
    [{ result: accept('allow once') }, 'deny'],
    [{ result: accept(['Allow once']) }, 'deny'],
    [{ result: accept('constructor') }, 'deny'],
    [{ result: { action: 'accept' } }, 'deny'],
    [{ result: { action: 'decline', content: { decision: 'Allow once' } } }, 'deny'],
    [{ result: { action: 'cancel' } }, 'deny'],
    [{ result: null }, 'deny'],
    [{ error: { code: -1, message: 'no' } }, 'deny'],
    [{ result: accept('Allow once'), error: {} }, 'deny'],
  ])('%j → %s', async (answer, outcome) => {
    const bench = await asked(1);
    await bench.say({ id: bench.heard.id, ...(answer as Json) });
    expect(bench.log.map((entry) => entry.outcome)).toEqual([outcome]);
    expect(bench.server).toHaveLength(outcome === 'allow' ? 1 : 0);
    if (outcome === 'deny') expect(bench.heard).toMatchObject({ id: 1, result: { isError: true } });
  });

  test('“always” applies to the next call and to one that waits', async () => {
    const bench = await asked(1, 2);
    expect(bench.client).toHaveLength(1);
    await bench.say({ id: bench.heard.id, result: accept(choices(bench)[2]) });
    await bench.say(call(3, 'a'));
    expect(bench.server.map((line) => (JSON.parse(line) as Json).id)).toEqual([1, 2, 3]);
    expect(bench.client).toHaveLength(1);
  });

  test('an open question keeps nothing else waiting', async () => {
    const bench = await asked(1);
    await bench.say('{"id":8,"method":"ping"}');
    await bench.reply('{"id":0,"method":"sampling/createMessage"}');
    await bench.say('{"id":0,"result":{"role":"assistant"}}');
    expect(bench.server).toEqual(['{"id":8,"method":"ping"}', '{"id":0,"result":{"role":"assistant"}}']);
  });

  test('a cancelled call withdraws its question and reaches no one', async () => {
    const bench = await asked(1);
    const { id } = bench.heard;
    await bench.say('{"method":"notifications/cancelled","params":{"requestId":1}}');
    expect(bench.heard).toMatchObject({ method: 'notifications/cancelled', params: { requestId: id } });
    await bench.say({ id, result: accept('Allow once') });
    expect(bench.server).toEqual([]);
    expect(bench.log).toMatchObject([
      { action: 'ask', outcome: 'deny', because: { kind: 'called-off', message: 'the client has cancelled the call' } },
    ]);
  });

  test('a call that is cancelled at once is not logged as one that ran', async () => {
    const bench = new ProxyBench(['*', 'allow']);
    bench.proxy.fromClient({ kind: 'line', bytes: Buffer.from(JSON.stringify(call(1, 'a'))) });
    await bench.say('{"method":"notifications/cancelled","params":{"requestId":1}}');
    expect([bench.server, bench.client]).toEqual([[], []]);
    expect(bench.log).toMatchObject([
      { action: 'allow', outcome: 'deny', because: { kind: 'called-off', over: { action: 'allow' } } },
    ]);
  });

  test.each([
    ['o.k', 'mcp__srv__o_k', 'o.k'],
    ['删除', 'mcp__srv____', '删除'],
    ['a\u202eb', 'mcp__srv__a_b', 'a\\u{202e}b'],
  ])('%j shares its name in rules with others: no “always”, and it is shown', async (name, tool, shown) => {
    const bench = await asked();
    await bench.say(call(1, name));
    expect(choices(bench)).toEqual(['Allow once', 'Reject']);
    const { message } = (bench.heard as { params: { message: string } }).params;
    expect(message.split('\n').slice(0, 2)).toEqual([
      `May ${tool} be called with this input?`,
      `To its server it is ${shown}`,
    ]);
    await bench.say({ id: bench.heard.id, result: accept('Allow once') });
    expect(bench.log).toMatchObject([{ tool_name: tool, own_name: name, outcome: 'allow' }]);
  });

  test('a rule for the name that other agents use applies', async () => {
    const bench = new ProxyBench(['mcp__srv__o_k', 'deny'], ['*', 'allow']);
    await bench.say(call(1, 'o.k'));
    expect([bench.server, bench.log.map(({ outcome }) => outcome)]).toEqual([[], ['deny']]);
  });

  test('nothing the model writes can dress up the question', async () => {
    const bench = new ProxyBench(['*', 'ask']);
    await bench.say(initialize({ elicitation: { form: {} } }));
    await bench.say(call(1, 'a\u202eb', { arguments: { x: 'a\n\u001b[2J\u2028"Allow"' } }));
    const { message } = (bench.heard as { params: { message: string } }).params;
    expect(message).toMatch(/^[\x20-\x7e\n]+$/);
    expect(message).toContain('mcp__srv__a_b');
  });
});

describe('asked by a result, from 2026-07-28 on', () => {
  const ask = (id: number, extra: Json = {}) => call(id, 'a', { _meta: MODERN, ...extra });
  const stateOf = ({ heard }: ProxyBench) => (heard as { result: { requestState: string } }).result.requestState;
  const answer = (decision: string) => ({
    'caliban-permission': { action: 'accept', content: { decision } },
  });

  test('the call comes again with the answer, and is passed on without it', async () => {
    const bench = new ProxyBench(['*', 'ask']);
    await bench.say(ask(1));
    expect(bench.heard).toMatchObject({ id: 1, result: { resultType: 'input_required' } });
    await bench.say(ask(2, { inputResponses: answer('Allow once'), requestState: stateOf(bench) }));
    expect(bench.server.map((line) => JSON.parse(line) as Json)).toEqual([ask(2)]);
    expect(bench.log.map(({ outcome, tool_use_id }) => [outcome, tool_use_id])).toEqual([['allow', '1']]);
  });

  test.each([
    ['a rejection', (state: string) => ask(2, { inputResponses: answer('Reject'), requestState: state })],
    ['no answer', (state: string) => ask(2, { requestState: state })],
    [
      'an answer about another call',
      (state: string) => ask(2, { inputResponses: answer('Allow once'), requestState: state, arguments: { n: 2 } }),
    ],
    [
      'an answer to no question',
      () => ask(2, { inputResponses: answer('Allow once'), requestState: 'caliban-permission:made-up' }),
    ],
  ])('%s refuses', async (_what, again) => {
    const bench = new ProxyBench(['*', 'ask']);
    await bench.say(ask(1));
    await bench.say(again(stateOf(bench)));
    expect(bench.server).toEqual([]);
    expect(bench.heard).toMatchObject({ id: 2, result: { isError: true, resultType: 'complete' } });
  });

  test.each([
    ['asked about', 'ask'],
    ['allowed by now', 'allow'],
  ] as const)('a call with an old question is refused and logged, also if it is %s', async (_what, action) => {
    const bench = new ProxyBench(['mcp__srv__a:n=2', action], ['*', 'ask']);
    await bench.say(ask(1));
    await bench.say(
      ask(2, { inputResponses: answer('Allow once'), requestState: stateOf(bench), arguments: { n: 2 } }),
    );
    expect([bench.server, bench.heard.id]).toEqual([[], 2]);
    expect(bench.log).toMatchObject([
      {
        tool_use_id: '2',
        input: { n: 2 },
        action,
        outcome: 'deny',
        because: { kind: 'called-off', message: expect.stringContaining('has expired'), over: { action } },
      },
    ]);
  });

  test('an answer is used once', async () => {
    const bench = new ProxyBench(['*', 'ask']);
    await bench.say(ask(1));
    const requestState = stateOf(bench);
    await bench.say(ask(2, { inputResponses: answer('Allow once'), requestState }));
    await bench.say(ask(3, { inputResponses: answer('Allow once'), requestState }));
    expect(bench.server).toHaveLength(1);
    expect(bench.heard).toMatchObject({ id: 3, result: { isError: true } });
  });

  test('a person who has allowed a call is not asked again when the server asks back, except for another call', async () => {
    const bench = new ProxyBench(['*', 'ask']);
    await bench.say(ask(1));
    await bench.say(ask(2, { inputResponses: answer('Allow once'), requestState: stateOf(bench) }));
    await bench.reply({ id: 2, result: { resultType: 'input_required', inputRequests: { q: {} }, requestState: 's' } });
    const again = { inputResponses: { q: { action: 'accept' } }, requestState: 's' };
    await bench.say(ask(3, again));
    expect(bench.server.map((line) => JSON.parse(line) as Json)).toEqual([ask(2), ask(3, again)]);
    await bench.say(ask(4, again));
    expect(bench.heard).toMatchObject({ id: 4, result: { resultType: 'input_required' } });
    // What the first call held for the server is given to it in the end.
    await bench.say(ask(5, { inputResponses: answer('Allow once'), requestState: stateOf(bench) }));
    expect(JSON.parse(bench.server.at(-1) as string)).toEqual(ask(5, again));
  });

  test('a request that offers no forms is refused', async () => {
    const bench = new ProxyBench(['*', 'ask']);
    await bench.say(initialize({ elicitation: {} }));
    const { 'io.modelcontextprotocol/clientCapabilities': _, ...meta } = MODERN;
    await bench.say(call(1, 'a', { _meta: meta }));
    expect(bench.heard).toMatchObject({ id: 1, result: { isError: true } });
  });
});

test('no call that is not allowed reaches the server, for any input of the client', async () => {
  const value = fc.oneof(fc.constantFrom('tools/call', 'ok', 'bad', 1, null), fc.jsonValue());
  const message = fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: value,
      method: fc.oneof(fc.constant('tools/call'), value),
      params: fc.oneof(fc.record({ name: value, arguments: value, _meta: value, requestState: value }), value),
      result: value,
    },
    { requiredKeys: [] },
  );
  const line = fc.oneof(
    message.map((one) => JSON.stringify(one)),
    fc.array(message, { maxLength: 3 }).map((batch) => JSON.stringify(batch)),
    fc.tuple(message, fc.nat()).map(([one, at]) => JSON.stringify(one).slice(0, at % 80)),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 5 }), async (lines) => {
      const bench = new ProxyBench(['mcp__srv__ok', 'allow'], ['*', 'ask']);
      for (const text of lines) await bench.say(text);
      for (const sent of bench.server.flatMap((text): readonly Json[] => [JSON.parse(text) as Json | Json[]].flat())) {
        if (sent.method === 'tools/call') expect(sent).toMatchObject({ params: { name: 'ok' } });
      }
    }),
    { numRuns: 300 },
  );
});
