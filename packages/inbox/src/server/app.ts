// The HTTP API of `caliban serve`: JSON in, JSON out. Every request needs `authorization: Bearer TOKEN`; every answer to one carries
// `x-caliban-reply: REPLY TOKEN`, so that a client knows that nobody else answers.
//
//   GET  /api/status                  pid, version, start, open questions
//   POST /api/stop                    ends the server
//   /api/asks, /api/cards, /api/events  see ask-routes.ts
//   *    /api/page/…                  what the host of the server adds for its page (`mount`)
//   POST /hook/HOST                   {payload, env, names, cwd, after?, waits?}   {stdout, stderr, exitCode}; 503: start the hook instead
//
// 401 without the token, whatever is asked for; 403 for a foreign Host or Origin; 400 with {error} for what can't be read.
import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Inbox } from '../inbox.ts';
import { askRoutes, bodyOf, THIS_USER } from './ask-routes.ts';
import { type HookAnswer, type HookRequest, parseHookRequest } from './hook-request.ts';

export type AppParts = {
  readonly inbox: Inbox;
  readonly token: string;
  readonly replyToken: string;
  /** The port of the loopback listener, for the check of the Host header. */
  readonly port: () => number;
  readonly status: () => Promise<Readonly<Record<string, unknown>>>;
  readonly stop: () => void;
  /** Null: can't be answered here, so the client starts the hook itself. */
  readonly answerHook: (request: HookRequest) => Promise<HookAnswer | null>;
  /** Called for every request, to measure idle time. Returns a function to call when the request is over. */
  readonly begin: () => () => void;
  readonly mount?: Mount;
};

/**
 * Additional content of the server: replies below /api/page/, which need the token like all others, and files that need none
 * because they contain no data (a page's shell).
 */
export type Mount = {
  /** Null: there is nothing at this path. */
  readonly answer?: (request: MountedRequest, inbox: Inbox) => Promise<MountedReply | null>;
  readonly publicFile?: (path: string) => PublicFile | undefined;
};

export type MountedRequest = {
  readonly method: string;
  /** Below /api/page/. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Of a POST. */
  readonly body: Readonly<Record<string, unknown>>;
};

export type MountedReply = { readonly status: 200 | 400 | 403 | 404 | 409 | 500; readonly body: unknown };

export type PublicFile = { readonly type: string; readonly body: string };

/** An input may be a whole file. */
export const MAX_BODY_BYTES: number = 16 * 1024 * 1024;

export const REPLY_HEADER = 'x-caliban-reply';

export function createApp(parts: AppParts): Hono {
  const { inbox, token, replyToken, mount = {} } = parts;
  const app = new Hono();
  const expected = `Bearer ${token}`;

  app.use(async (context, next) => {
    const end = parts.begin();
    try {
      await next();
    } finally {
      // An open event stream keeps the server from becoming idle.
      if (isStream(context.res)) context.req.raw.signal.addEventListener('abort', end);
      else end();
    }
    for (const [name, value] of SECURITY_HEADERS) context.res.headers.set(name, value);
  });

  app.use(async (context, next) => {
    const { method, path } = context.req;
    const file = method === 'GET' ? mount.publicFile?.(path) : undefined;
    if (file !== undefined && isOwnHost(context.req.header('host'), parts.port())) {
      return context.body(file.body, 200, { 'content-type': file.type });
    }
    if (!isSame(context.req.header('authorization') ?? '', expected)) return context.json({ error: 'no token' }, 401);
    if (!isOwnHost(context.req.header('host'), parts.port())) return context.json({ error: 'foreign Host' }, 403);
    const origin = context.req.header('origin');
    if (origin !== undefined && !isOwnOrigin(origin, parts.port()))
      return context.json({ error: 'foreign Origin' }, 403);
    if (method === 'POST' && !/^application\/json\b/.test(context.req.header('content-type') ?? ''))
      return context.json({ error: 'the body is not JSON; send content-type: application/json' }, 415);
    context.header(REPLY_HEADER, replyToken);
    return next();
  });

  app.use(
    bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (context) => context.json({ error: 'the body is too large' }, 413) }),
  );
  app.onError((error, context) => {
    context.header(REPLY_HEADER, replyToken);
    return context.json(
      { error: error instanceof SyntaxError ? 'the body is not JSON' : String(error) },
      error instanceof SyntaxError ? 400 : 500,
    );
  });
  app.notFound((context) => context.json({ error: 'there is nothing here' }, 404));

  app.get('/api/status', async (context) => context.json(await parts.status()));
  app.post('/api/stop', (context) => {
    setImmediate(parts.stop);
    return context.json({ stopping: true });
  });

  askRoutes(app, { inbox, callerOf: () => THIS_USER });

  app.post('/hook/:host', async (context) => {
    const request = parseHookRequest(context.req.param('host'), await context.req.json());
    if (!request.ok) return context.json({ error: request.error }, 400);
    const answer = await parts.answerHook(request.value);
    return answer === null ? context.json({ error: 'start the hook instead' }, 503) : context.json(answer);
  });

  app.all(`${PAGE_PATH}*`, async (context) => {
    const { method, path } = context.req;
    const given = { method, path: path.slice(PAGE_PATH.length), query: context.req.query() };
    const reply = await mount.answer?.({ ...given, body: method === 'POST' ? await bodyOf(context) : {} }, inbox);
    return reply == null
      ? context.json({ error: 'there is nothing here' }, 404)
      : context.json(reply.body, reply.status);
  });
  return app;
}

function isStream({ status, headers }: Response): boolean {
  return status === 200 && headers.get('content-type')?.startsWith('text/event-stream') === true;
}

const PAGE_PATH = '/api/page/';

export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  [
    'content-security-policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cache-control', 'no-store'],
];

/** Clients use this host name over the socket. */
export const SOCKET_HOST = 'caliban';

/** Another site's page can reach us only under another host name (DNS rebinding). */
function isOwnHost(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}` || host === SOCKET_HOST;
}

function isOwnOrigin(origin: string, port: number): boolean {
  return origin === `http://127.0.0.1:${port}` || origin === `http://localhost:${port}`;
}

export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
