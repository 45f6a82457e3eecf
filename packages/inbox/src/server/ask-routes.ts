// The routes about questions, the same on one machine and on a hub. Who a request comes from is decided outside.
//
//   POST /api/asks                    {id, ask}              201 created, 200 there already, 409 the same id with other content
//   GET  /api/asks/ID[?wait=MS]       the view; with `wait` once it is not pending any more, at the latest after so long
//   GET  /api/asks?recent=N           {views}, newest first
//   GET  /api/cards                   {cards, sequence}: pending asks, same ones together
//   POST /api/asks/ID/answer          {hash, action, name, through, message?}   200 (`kind`: won, approved), 409 with who was first and when
//   POST /api/asks/ID/cancel, /expire {hash}                 200 or 409
//   POST /api/asks/ID/consume         {hash}                 200: run the call now; 409: don't
//   GET  /api/events[?since=N]        server-sent events `change` {sequence, id, kind, state}; the id of an event is its sequence
//
// 403 with {error} for what the caller may not do; 404 for an ask that is not the caller's to see.
import type { Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Ask, AskView } from '../ask/ask.ts';
import { parseAsk } from '../ask/parse-ask.ts';
import type { AnswerOutcome, Inbox } from '../inbox.ts';
import type { Fact } from '../store/fact-store.ts';

/** The sender of a request. */
export type Caller = {
  /** A verified name; null: people give their own names, which aren't verified. */
  readonly name: string | null;
  /** May ask, and run what was allowed. Returns the ask as it is stored. */
  readonly asks: ((ask: Ask) => Ask) | null;
  /** Whether an ask belongs to this caller. */
  readonly owns: (ask: Ask) => boolean;
  /** May see all questions and answer them. */
  readonly mayAnswer: boolean;
  /** Asked again for what takes long: the token may have been revoked since. */
  readonly isStillValid: () => Promise<boolean>;
};

/** Anyone with the token of a single user's server. */
export const THIS_USER: Caller = {
  name: null,
  asks: (ask) => ask,
  owns: () => true,
  mayAnswer: true,
  isStillValid: async () => true,
};

export type AskRoutesParts = {
  readonly inbox: Inbox;
  readonly callerOf: (context: Context) => Caller;
};

const MAX_WAIT_MS = 25_000;
const HEARTBEAT_MS = 15_000;
const MAX_TEXT = 4000;

export function askRoutes(app: Hono, { inbox, callerOf }: AskRoutesParts): void {
  app.post('/api/asks', async (context) => {
    const { asks, owns } = callerOf(context);
    if (asks === null) return context.json({ error: 'this token may not ask' }, 403);
    const { id, ask: given } = await bodyOf(context);
    if (typeof id !== 'string' || !/^[\w-]{8,100}$/.test(id))
      return context.json({ error: '`id` is not 8 to 100 letters, digits, - and _' }, 400);
    const ask = parseAsk(given);
    if (!ask.ok) return context.json({ error: ask.error }, 400);
    const { kind, view } = await inbox.ask(id, asks(ask.value));
    // Don't reveal an ask that belongs to someone else.
    if (!owns(view.ask)) return context.json({ kind: 'conflict', error: 'there is an ask with this id' }, 409);
    return context.json({ kind, view }, STATUS_OF_ASK[kind]);
  });

  app.get('/api/asks', async (context) => {
    if (!callerOf(context).mayAnswer) return context.json(NOT_TO_BE_SEEN, 403);
    const recent = Number(context.req.query('recent') ?? 50);
    if (!Number.isInteger(recent) || recent < 1 || recent > 1000)
      return context.json({ error: '`recent` is not a number from 1 to 1000' }, 400);
    return context.json({ views: await inbox.recent(recent) });
  });

  app.get('/api/cards', async (context) => {
    if (!callerOf(context).mayAnswer) return context.json(NOT_TO_BE_SEEN, 403);
    // Read before the cards, so that the events repeat any change in between.
    const sequence = await inbox.lastSequence();
    return context.json({ cards: await inbox.cards(), sequence });
  });

  app.get('/api/asks/:id', async (context) => {
    const id = context.req.param('id');
    const wait = Number(context.req.query('wait') ?? 0);
    // Check before waiting: no one may wait for the answer to someone else's question.
    const first = await inbox.view(id);
    const { mayAnswer, owns, isStillValid } = callerOf(context);
    if (first === null || !(mayAnswer || owns(first.ask))) return context.json(NO_SUCH_ASK, 404);
    if (!(wait > 0) || first.state !== 'pending') return context.json({ view: first });
    const view = await waitFor(id, Math.min(wait, MAX_WAIT_MS), context.req.raw.signal);
    return (await isStillValid()) ? context.json({ view: view ?? first }) : context.json(NO_TOKEN, 401);
  });

  app.post('/api/asks/:id/answer', async (context) => {
    const caller = callerOf(context);
    if (!caller.mayAnswer) return context.json({ error: 'this token may not answer' }, 403);
    const { hash, action, name: given, through, message } = await bodyOf(context);
    const name = caller.name ?? given;
    if (typeof hash !== 'string') return context.json({ error: '`hash` is missing' }, 400);
    if (action !== 'allow' && action !== 'deny')
      return context.json({ error: '`action` is neither allow nor deny' }, 400);
    if (!isShortText(name) || !isShortText(through))
      return context.json({ error: '`name` or `through` is missing' }, 400);
    if (message !== undefined && !isShortText(message))
      return context.json({ error: `\`message\` is not a text of at most ${MAX_TEXT} characters` }, 400);
    const id = context.req.param('id');
    if (action === 'allow' && caller.name === null && (await needsKnownPeople(id)))
      return context.json({ error: 'this needs people who are known to a hub; only a hub can take this answer' }, 403);
    const by = { kind: 'person', name, through } as const;
    const answer = { hash, action, by, ...(message === undefined ? {} : { message }) } as const;
    return answered(context, await inbox.answer(id, answer));
  });

  app.post('/api/asks/:id/cancel', (context) => endedByAsker(context, 'cancel'));
  app.post('/api/asks/:id/expire', (context) => endedByAsker(context, 'expire'));

  app.post('/api/asks/:id/consume', async (context) => {
    const id = context.req.param('id');
    if (!(await isOwn(context, id))) return context.json(NO_SUCH_ASK, 404);
    const { hash } = await bodyOf(context);
    const outcome = await inbox.consume(id, String(hash));
    if (outcome.kind === 'unknown') return context.json({ kind: outcome.kind }, 404);
    return context.json(outcome, outcome.kind === 'won' ? 200 : 409);
  });

  app.get('/api/events', (context) => {
    const { mayAnswer, isStillValid } = callerOf(context);
    if (!mayAnswer) return context.json(NOT_TO_BE_SEEN, 403);
    const since = Number(context.req.header('last-event-id') ?? context.req.query('since') ?? Number.NaN);
    return streamSSE(context, async (stream) => {
      let last = Number.isInteger(since) ? since : await inbox.lastSequence();
      let wake = () => {};
      const stop = inbox.onChange(() => wake());
      stream.onAbort(() => {
        stop();
        wake();
      });
      await stream.writeSSE({ event: 'ready', data: JSON.stringify({ sequence: last }) });
      while (!stream.aborted && !stream.closed) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, HEARTBEAT_MS).unref();
        });
        const facts = await inbox.changesSince(last);
        if (!(await isStillValid())) break;
        for (const fact of facts) {
          await stream.writeSSE({
            event: 'change',
            id: String(fact.sequence),
            data: JSON.stringify(await changeOf(fact)),
          });
          last = fact.sequence;
        }
        if (facts.length > 0) continue;
        await woken;
        if (!stream.aborted) await stream.write(': still here\n\n');
      }
      stop();
    });
  });

  async function endedByAsker(context: Context, how: 'cancel' | 'expire'): Promise<Response> {
    const id = context.req.param('id') ?? '';
    if (!(await isOwn(context, id))) return context.json(NO_SUCH_ASK, 404);
    const { hash } = await bodyOf(context);
    return answered(context, await inbox[how](id, String(hash)));
  }

  async function isOwn(context: Context, id: string): Promise<boolean> {
    const { asks, owns } = callerOf(context);
    const view = asks === null ? null : await inbox.view(id);
    return view !== null && owns(view.ask);
  }

  async function needsKnownPeople(id: string): Promise<boolean> {
    const view = await inbox.view(id);
    const { approvals = 1, selfApproval } = view?.ask.context ?? {};
    return approvals > 1 || selfApproval === false;
  }

  async function changeOf({ sequence, askId, kind }: Fact) {
    return { sequence, id: askId, kind, state: (await inbox.view(askId))?.state };
  }

  async function waitFor(id: string, ms: number, gone: AbortSignal): Promise<AskView | null> {
    const over = new AbortController();
    const end = () => over.abort();
    const timer = setTimeout(end, ms);
    gone.addEventListener('abort', end);
    try {
      return await inbox.wait(id, over.signal);
    } finally {
      clearTimeout(timer);
      gone.removeEventListener('abort', end);
    }
  }
}

const STATUS_OF_ASK = { created: 201, existing: 200, conflict: 409 } as const;
const NO_TOKEN = { error: 'the token is not valid any more' };
const NO_SUCH_ASK = { error: 'there is no such ask' };
const NOT_TO_BE_SEEN = { error: 'this token may not see the questions of others' };

function answered(context: Context, outcome: AnswerOutcome): Response {
  switch (outcome.kind) {
    case 'unknown':
      return context.json({ kind: outcome.kind }, 404);
    case 'won':
    case 'approved':
      return context.json(outcome, 200);
    case 'not-theirs':
      return context.json({ ...outcome, error: 'someone else has to allow a call of your own agent' }, 403);
    case 'lost':
    case 'late':
    case 'other-call':
      return context.json(outcome, 409);
  }
}

/** Empty if it isn't an object. */
export async function bodyOf(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = await context.req.json();
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;
}
