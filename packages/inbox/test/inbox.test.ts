import { describe, expect, test } from 'vitest';
import { boundHash } from '../src/ask/ask.ts';
import { Inbox } from '../src/inbox.ts';
import { MemoryFactStore } from '../src/store/memory-fact-store.ts';
import { ANNA, askFor, BEN } from './helpers/asks.ts';

const START = 1_000_000;

function world() {
  let time = START;
  const warnings: string[] = [];
  const inbox = new Inbox({
    store: new MemoryFactStore({ clock: () => time }),
    warn: (message) => void warnings.push(message),
  });
  return { inbox, warnings, at: (ms: number) => void (time = START + ms) };
}

const ask = askFor('make deploy', { limitMs: 1_000, lapseMs: 100 });
const { hash } = ask;
const allow = { hash, action: 'allow', by: ANNA } as const;

type World = ReturnType<typeof world>;
type Step = (world: World) => unknown;

const STEPS: Readonly<Record<string, Step>> = {
  ask: ({ inbox }) => inbox.ask('ask-1', ask),
  allow: ({ inbox }) => inbox.answer('ask-1', allow),
  deny: ({ inbox }) => inbox.answer('ask-1', { hash, action: 'deny', by: BEN, message: 'not today' }),
  cancel: ({ inbox }) => inbox.cancel('ask-1', hash),
  expire: ({ inbox }) => inbox.expire('ask-1', hash),
  consume: ({ inbox }) => inbox.consume('ask-1', hash),
  'at 99': ({ at }) => at(99),
  'at 100': ({ at }) => at(100),
  'at 999': ({ at }) => at(999),
  'at 1000': ({ at }) => at(1_000),
  'at -5000': ({ at }) => at(-5_000),
};

describe('the life of an ask', () => {
  test.each([
    ['ask', 'created', 'pending'],
    ['ask, ask', 'existing', 'pending'],
    ['ask, at 999', undefined, 'pending'],
    ['ask, at 1000', undefined, 'expired'],
    ['ask, at -5000', undefined, 'pending'],
    ['ask, allow', 'won', 'allowed'],
    ['ask, deny', 'won', 'denied'],
    ['ask, cancel', 'won', 'cancelled'],
    ['ask, expire', 'won', 'expired'],
    ['ask, allow, deny', 'lost', 'allowed'],
    ['ask, deny, allow', 'lost', 'denied'],
    ['ask, cancel, allow', 'lost', 'cancelled'],
    ['ask, at 1000, allow', 'late', 'expired'],
    ['ask, expire, allow', 'late', 'expired'],
    ['ask, allow, expire', 'lost', 'allowed'],
    ['ask, allow, consume', 'won', 'consumed'],
    ['ask, allow, consume, consume', 'refused', 'consumed'],
    ['ask, allow, at 99, consume', 'won', 'consumed'],
    ['ask, allow, at 100, consume', 'refused', 'lapsed'],
    ['ask, allow, at 100', undefined, 'lapsed'],
    ['ask, consume', 'refused', 'pending'],
    ['ask, deny, consume', 'refused', 'denied'],
    ['ask, at 1000, consume', 'refused', 'expired'],
    ['allow', 'unknown', undefined],
    ['consume', 'unknown', undefined],
  ])('%s → %s, %s', async (steps, kind, state) => {
    const place = world();
    let last: unknown;
    for (const step of steps.split(', ')) last = await STEPS[step]?.(place);
    expect([(last as { kind?: string } | undefined)?.kind, (await place.inbox.view('ask-1'))?.state]).toEqual([
      kind,
      state,
    ]);
  });
});

test('a second answer reads who was first and when', async () => {
  const { inbox, at } = world();
  await inbox.ask('ask-1', ask);
  at(250);
  await inbox.answer('ask-1', { hash, action: 'deny', by: BEN, message: 'not today' });
  expect(await inbox.answer('ask-1', allow)).toMatchObject({
    kind: 'lost',
    view: { state: 'denied', answer: { by: BEN, message: 'not today', at: START + 250 } },
  });
});

test('the same id with other content is refused, and a warning says so', async () => {
  const { inbox, warnings } = world();
  await inbox.ask('ask-1', ask);
  expect(await inbox.ask('ask-1', askFor('rm -rf /'))).toMatchObject({ kind: 'conflict', view: { ask } });
  expect(warnings).toEqual(['two asks have the id ask-1 and different content; the second was refused']);
});

test.each([
  ['tool', { tool: 'Write' }],
  ['input', { input: { command: 'make deploy ' } }],
  ['cwd', { cwd: '/w/sub' }],
  ['workspace', { workspace: '/' }],
  ['session', { session: 't' }],
  ['callId', { callId: 'call-2' }],
  ['policy', { policy: 'p2' }],
])('another %s is another call', async (_, change) => {
  const { inbox } = world();
  await inbox.ask('ask-1', ask);
  const other = boundHash({ ...ask.call, ...change });
  const otherHash = other.ok ? other.value : '';
  expect(await inbox.answer('ask-1', { ...allow, hash: otherHash })).toMatchObject({ kind: 'other-call' });
  await inbox.answer('ask-1', allow);
  expect(await inbox.consume('ask-1', otherHash)).toMatchObject({ kind: 'other-call', view: { state: 'allowed' } });
});

test('the order of keys makes no other call', () => {
  const input = { command: 'x', timeout: 5 };
  expect(boundHash({ ...ask.call, input })).toEqual(boundHash({ ...ask.call, input: { timeout: 5, command: 'x' } }));
});

test('same asks at the same time are one card, with one answer and one grant each', async () => {
  const { inbox } = world();
  const twin = askFor('make deploy', { limitMs: 1_000, lapseMs: 100, callId: 'call-2', session: 'other' });
  await inbox.ask('ask-1', ask);
  await inbox.ask('ask-2', twin);
  await inbox.ask('ask-3', askFor('make test'));
  const cards = await inbox.cards();
  expect(cards.map(({ views }) => views.map(({ id }) => id))).toEqual([['ask-1', 'ask-2'], ['ask-3']]);
  for (const { id, ask: asked } of cards[0]?.views ?? []) {
    await inbox.answer(id, { ...allow, hash: asked.hash });
  }
  expect(await inbox.consume('ask-1', hash)).toMatchObject({ kind: 'won' });
  expect(await inbox.consume('ask-2', twin.hash)).toMatchObject({ kind: 'won' });
  expect((await inbox.cards()).map(({ views }) => views.map(({ id }) => id))).toEqual([['ask-3']]);
});

test('a wait ends with the answer, and with its signal', async () => {
  const { inbox } = world();
  await inbox.ask('ask-1', ask);
  const answered = inbox.wait('ask-1', new AbortController().signal);
  const over = new AbortController();
  const given = inbox.wait('ask-1', over.signal);
  over.abort();
  expect((await given)?.state).toBe('pending');
  await inbox.answer('ask-1', allow);
  expect((await answered)?.state).toBe('allowed');
  expect(await inbox.wait('ask-9', new AbortController().signal)).toBeNull();
});

test('the newest asks, newest first', async () => {
  const { inbox } = world();
  for (const id of ['ask-1', 'ask-2', 'ask-3']) await inbox.ask(id, askFor(id));
  await inbox.cancel('ask-1', askFor('ask-1').hash);
  expect((await inbox.recent(2)).map(({ id, state }) => [id, state])).toEqual([
    ['ask-1', 'cancelled'],
    ['ask-3', 'pending'],
  ]);
});

describe('an ask that needs several people', () => {
  const several = askFor('make release', { context: { host: 'codex', why: 'the rule wants two', approvals: 2 } });
  const yes = (by: typeof ANNA | typeof BEN) => ({ hash: several.hash, action: 'allow', by }) as const;

  test.each([
    ['one yes', [yes(ANNA)], ['approved'], 'pending'],
    ['the same person twice', [yes(ANNA), yes(ANNA)], ['approved', 'approved'], 'pending'],
    ['two people', [yes(ANNA), yes(BEN)], ['approved', 'won'], 'allowed'],
    ['a no after a yes', [yes(ANNA), { ...yes(BEN), action: 'deny' } as const], ['approved', 'won'], 'denied'],
    ['a no alone', [{ ...yes(BEN), action: 'deny' } as const, yes(ANNA)], ['won', 'lost'], 'denied'],
    ['an answer to another call', [{ ...yes(ANNA), hash: 'x' }, yes(BEN)], ['other-call', 'approved'], 'pending'],
  ])('%s', async (_, answers, kinds, state) => {
    const { inbox } = world();
    await inbox.ask('ask-1', several);
    const outcomes = [];
    for (const answer of answers) outcomes.push((await inbox.answer('ask-1', answer)).kind);
    expect([outcomes, (await inbox.view('ask-1'))?.state]).toEqual([kinds, state]);
  });

  test('says who has allowed it so far', async () => {
    const { inbox } = world();
    await inbox.ask('ask-1', several);
    await inbox.answer('ask-1', yes(BEN));
    expect((await inbox.view('ask-1'))?.approvals).toEqual([{ hash: several.hash, by: BEN, at: START }]);
  });

  test('is not allowed by the person whose agent asks, if the rule says so', async () => {
    const { inbox } = world();
    const from = { install: 'laptop', owner: 'anna', team: '' };
    const own = askFor('rm', { context: { host: 'codex', why: '', selfApproval: false, from } });
    await inbox.ask('ask-1', own);
    const given = { hash: own.hash, action: 'allow' } as const;
    expect((await inbox.answer('ask-1', { ...given, by: ANNA })).kind).toBe('not-theirs');
    expect((await inbox.answer('ask-1', { ...given, by: BEN })).kind).toBe('won');
  });
});

test('facts of another service wake who waits here', async () => {
  const store = new MemoryFactStore();
  const [here, there] = [new Inbox({ store }), new Inbox({ store })];
  await here.ask('ask-1', ask);
  const waiting = here.wait('ask-1', AbortSignal.timeout(5_000));
  await new Promise((resolve) => setImmediate(resolve));
  await there.answer('ask-1', allow);
  for (const fact of await store.listSince(1, 10)) here.announce(fact);
  expect((await waiting)?.state).toBe('allowed');
});
