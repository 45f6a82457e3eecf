import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/helpers/runs.ts';
import type { ClientReply, ClientRequest, InboxClient } from '../src/client/inbox-client.ts';
import { UnreachableError } from '../src/client/inbox-client.ts';
import { waitForAnswer } from '../src/client/wait-for-answer.ts';
import { Inbox } from '../src/inbox.ts';
import type { Fact } from '../src/store/fact-store.ts';
import { MemoryFactStore } from '../src/store/memory-fact-store.ts';
import { ANNA, askFor, BEN } from './helpers/asks.ts';

/** What happens to a request of the agent. `unheard`: it is done, and the connection is cut before the reply. */
type Weather = 'fine' | 'cut' | 'unheard' | 'slow';
type Event =
  | { readonly kind: 'answer'; readonly action: 'allow' | 'deny'; readonly by: 'anna' | 'ben'; readonly other: boolean }
  | { readonly kind: 'clock'; readonly ms: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'agent-dies' }
  | { readonly kind: 'forbid' };

const LIMIT_MS = 250;

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      action: fc.constantFrom('allow' as const, 'deny' as const),
      by: fc.constantFrom('anna' as const, 'ben' as const),
      other: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      ms: fc.constantFrom(-3_600_000, -100, 100, 300, 3_600_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'agent-dies' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'forbid' as const }) },
);
const schedule = fc.record({
  weather: fc.array(fc.constantFrom<Weather>('fine', 'fine', 'fine', 'cut', 'unheard', 'slow'), { maxLength: 12 }),
  events: fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), event), { maxLength: 6 }),
});

test('the history is consistent, whatever fails and when', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (given) => {
      expect(await played(given)).toEqual([]);
    }),
    { numRuns: runs(40), endOnFailure: true },
  );
});

/** What is wrong with the history. */
async function played({
  weather,
  events,
}: typeof schedule extends fc.Arbitrary<infer T> ? T : never): Promise<readonly string[]> {
  let offset = 0;
  const store = new MemoryFactStore({ clock: () => Date.now() + offset });
  let inbox = new Inbox({ store });
  const died = new AbortController();
  const ask = { ...askFor('make'), limitMs: LIMIT_MS, lapseMs: 200 };
  const id = 'ask-00001';
  const told: { readonly by: string; readonly action: string }[] = [];
  let isForbidden = false;
  let judged = 0;

  const client = clientOf(() => inbox, [...weather]);
  const waiting = waitForAnswer({
    client,
    ask,
    id,
    signal: died.signal,
    startMs: 150,
    pollMs: 60,
    async judgeAgain() {
      judged++;
      return isForbidden ? 'a rule forbids it' : null;
    },
  });
  const happenings = events.map(async ([at, what]) => {
    await new Promise((resolve) => setTimeout(resolve, at));
    switch (what.kind) {
      case 'answer': {
        const hash = what.other ? 'f'.repeat(64) : ask.hash;
        const by = what.by === 'anna' ? ANNA : BEN;
        const outcome = await inbox.answer(id, { hash, action: what.action, by });
        if (outcome.kind === 'won') told.push({ by: what.by, action: what.other ? 'other call' : what.action });
        return;
      }
      case 'clock':
        offset += what.ms;
        return;
      case 'restart':
        inbox = new Inbox({ store });
        return;
      case 'agent-dies':
        return died.abort();
      case 'forbid':
        isForbidden = true;
    }
  });
  const outcome = await waiting;
  await Promise.all(happenings);
  return problems({ outcome: outcome.kind, facts: await store.factsOf(id), hash: ask.hash, told, judged });
}

function problems({
  outcome,
  facts,
  hash,
  told,
  judged,
}: {
  outcome: string;
  facts: readonly Fact[];
  hash: string;
  told: readonly { by: string; action: string }[];
  judged: number;
}): readonly string[] {
  const of = (kind: Fact['kind']) => {
    const found = facts
      .filter((fact) => fact.kind === kind)
      .map(({ bytes }) => JSON.parse(new TextDecoder().decode(bytes)));
    return found as { kind: string; hash: string; by?: { name: string } }[];
  };
  const [answers, ends] = [of('answer'), of('consumed')];
  const [answer] = answers;
  const wrong: string[] = [];
  if (answers.length > 1 || ends.length > 1) wrong.push('two facts in one slot');
  if (told.length > 1) wrong.push('two people were first');
  if (told[0] !== undefined) {
    const kept = told[0].action === 'allow' ? 'allowed' : 'denied';
    if (answer?.kind !== kept || answer.by?.name !== told[0].by) wrong.push('what was acknowledged is lost');
  }
  if (outcome === 'allowed') {
    if (answer?.kind !== 'allowed' || answer.hash !== hash) wrong.push('ran without a yes to this call');
    if (ends[0]?.kind !== 'consumed') wrong.push('ran without a claim');
    if (judged === 0) wrong.push('ran without the rules of now');
  }
  if (outcome === 'denied' && answer?.kind !== 'denied') wrong.push('denied by no one');
  // The clock may have ended the yes by then.
  if (outcome === 'overruled' && ends[0]?.kind === 'consumed') wrong.push('forbidden, and claimed');
  return wrong;
}

/** The server in this process, behind connections that fail. */
function clientOf(inbox: () => Inbox, weather: Weather[]): InboxClient {
  return {
    async send(request) {
      const now = weather.shift() ?? 'fine';
      if (now === 'cut') throw new UnreachableError('cut');
      if (now === 'slow') await new Promise((resolve) => setTimeout(resolve, 40));
      const reply = await replyTo(inbox(), request);
      if (now === 'unheard') throw new UnreachableError('cut');
      request.signal?.throwIfAborted();
      return reply;
    },
  };
}

async function replyTo(inbox: Inbox, { method, path, body, signal }: ClientRequest): Promise<ClientReply> {
  const { pathname, searchParams } = new URL(path, 'http://x');
  const [, , , id = '', verb = ''] = pathname.split('/');
  const { hash = '', ask } = (body ?? {}) as { hash?: string; ask?: never };
  if (method === 'POST' && id === '') {
    const { kind } = await inbox.ask((body as { id: string }).id, ask as never);
    return { status: { created: 201, existing: 200, conflict: 409 }[kind], body: {} };
  }
  if (method === 'GET') {
    const over = AbortSignal.any([AbortSignal.timeout(Number(searchParams.get('wait'))), ...(signal ? [signal] : [])]);
    const view = await inbox.wait(id, over);
    return view === null ? { status: 404, body: {} } : { status: 200, body: { view } };
  }
  const outcome =
    verb === 'consume' ? await inbox.consume(id, hash) : await inbox[verb as 'cancel' | 'expire'](id, hash);
  return { status: outcome.kind === 'won' ? 200 : 409, body: outcome };
}
