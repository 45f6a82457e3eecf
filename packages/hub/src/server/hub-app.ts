// The HTTP API of a hub. Every request but those for health and the page's files needs `authorization: Bearer TOKEN`.
//
//   /api/asks, /api/cards, /api/events  as on one machine: packages/inbox/src/server/ask-routes.ts
//   GET  /health                      200 or 503, and why
//   GET  /metrics                     for Prometheus; approvers and admins
//   GET  /api/whoami                  who the token is, and the keys of answers and policies
//   GET  /api/policy?have=VERSION     {version, bundle}; bundle is null if that is the newest
//   POST /api/policy                  {bundle}; admins
//   GET  /api/policy/versions         newest first; admins
//   POST /api/seen                    {details, policyVersion}; an agent's report about itself
//   GET  /api/agents                  the reports of all agents; approvers and admins
//   POST /api/log                     {after: {sequence, hash}, lines, gap?} → {kind, head}; agents
//   GET  /api/log/last, /api/log/lines?after=N   of the own install; agents
//   GET  /api/log/verify?install=     the hash chain recomputed; admins
//   GET  /api/log/export?since=&until=&install=&format=jsonl|otel   one line each; admins
//   POST /api/log/prune               {before}; admins
//   GET, POST /api/tokens, POST /api/tokens/revoke, POST /api/tokens/team   admins
//   *    /api/page/…                  what the program adds for its page (`mount`); approvers and admins
import type { KeyObject } from 'node:crypto';
import { errorText } from '@caliban/calls/text';
import {
  type Ask,
  askRoutes,
  type Caller,
  type Inbox,
  MAX_BODY_BYTES,
  type MountedReply,
  type MountedRequest,
  type PublicFile,
  SECURITY_HEADERS,
} from '@caliban/inbox';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { stream } from 'hono/streaming';
import type { Link } from '../audit/chain.ts';
import type { DecisionLogs, UploadOutcome } from '../audit/decision-logs.ts';
import type { FleetSums } from '../audit/fleet-sums.ts';
import { otelLine } from '../audit/otel.ts';
import { DatabaseUnavailableError } from '../database/database.ts';
import { type Principal, ROLES, type Role, type Tokens } from '../identity/tokens.ts';
import { openBundle } from '../policy/bundle.ts';
import type { Policies } from '../policy/policies.ts';
import type { Metrics } from './metrics.ts';

export type HubParts = {
  readonly inbox: Inbox;
  readonly tokens: Tokens;
  readonly policies: Policies;
  readonly logs: DecisionLogs;
  readonly sums: FleetSums;
  readonly metrics: Metrics;
  /** PEM of the key that signs answers; agents that require signatures store it. */
  readonly answerKey: string;
  /** The keys that may sign policies. Empty: every policy is refused. */
  readonly policyKeys: readonly KeyObject[];
  /** Null: PostgreSQL answers, and has our tables. */
  readonly problem: () => Promise<string | null>;
  readonly version: string;
  readonly warn: (message: string) => void;
  readonly mount?: HubMount;
};

/** What the program adds: files that need no token because they contain nothing (the shell of the page), and answers below /api/page/. */
export type HubMount = {
  readonly publicFile: (path: string) => PublicFile | undefined;
  /** Asked by approvers and admins only. Null: there is nothing at this path. */
  readonly answer: (request: MountedRequest, by: Principal, data: HubData) => Promise<MountedReply | null>;
};

export type HubData = Pick<HubParts, 'inbox' | 'policies' | 'logs' | 'sums'>;

export function createHubApp(parts: HubParts): Hono {
  const { inbox, tokens, policies, logs, metrics } = parts;
  const app = new Hono();
  const startedAt = performance.now();
  let waiting = 0;

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of SECURITY_HEADERS) context.res.headers.set(name, value);
    metrics.count('caliban_hub_requests_total', { method: context.req.method, status: String(context.res.status) });
  });

  app.onError((error, context) => {
    if (error instanceof DatabaseUnavailableError) {
      metrics.count('caliban_hub_database_errors_total');
      return context.json({ error: error.message }, 503);
    }
    if (error instanceof SyntaxError) return context.json({ error: 'the body is not JSON' }, 400);
    parts.warn(`${context.req.method} ${context.req.path}: ${errorText(error)}`);
    return context.json({ error: 'the hub failed; its log says why' }, 500);
  });
  app.notFound((context) => context.json({ error: 'there is nothing here' }, 404));

  app.get('/health', async (context) => {
    const problem = await parts.problem();
    return context.json({ problem, version: parts.version }, problem === null ? 200 : 503);
  });

  app.use(async (context, next) => {
    const file = context.req.method === 'GET' ? parts.mount?.publicFile(context.req.path) : undefined;
    if (file !== undefined) return context.body(file.body, 200, { 'content-type': file.type });
    const token = tokenIn(context);
    const principal = token === undefined ? null : await tokens.authenticate(token);
    if (principal === null) return context.json({ error: 'no token, or one that is not valid any more' }, 401);
    if (context.req.method === 'POST' && !/^application\/json\b/.test(context.req.header('content-type') ?? ''))
      return context.json({ error: 'the body is not JSON; send content-type: application/json' }, 415);
    principals.set(context.req.raw, principal);
    return next();
  });

  app.use(
    bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (context) => context.json({ error: 'the body is too large' }, 413) }),
  );

  app.use('/api/asks', async (context, next) => {
    await next();
    if (context.req.method === 'POST' && context.res.status === 201) metrics.count('caliban_hub_asks_total');
  });
  app.use('/api/asks/:id', async (_context, next) => {
    waiting++;
    try {
      await next();
    } finally {
      waiting--;
    }
  });
  app.use('/api/asks/:id/answer', async (context, next) => {
    await next();
    if (context.res.status === 200) metrics.count('caliban_hub_answers_total');
  });
  askRoutes(app, {
    inbox,
    callerOf: (context) => ({
      ...callerOf(principalOf(context)),
      isStillValid: async () => (await tokens.authenticate(tokenIn(context) ?? '')) !== null,
    }),
  });

  app.get('/metrics', only('approver', 'admin'), async (context) => {
    const current = await policies.current();
    const text = metrics.text({
      caliban_hub_open_questions: (await inbox.pending()).length,
      caliban_hub_waiting_agents: waiting,
      caliban_hub_policy_version: current?.version ?? 0,
      caliban_hub_resident_bytes: process.memoryUsage.rss(),
      caliban_hub_uptime_seconds: Math.round((performance.now() - startedAt) / 1000),
    });
    return context.text(text, 200, { 'content-type': 'text/plain; version=0.0.4' });
  });

  app.get('/api/whoami', (context) => {
    const { name, role, owner, team } = principalOf(context);
    const policyKeys = parts.policyKeys.map((key) => key.export({ type: 'spki', format: 'pem' }));
    return context.json({ name, role, owner, team, answerKey: parts.answerKey, policyKeys, version: parts.version });
  });

  app.get('/api/policy', async (context) => {
    const have = Number(context.req.query('have') ?? 0);
    const current = await policies.current();
    if (current === null) return context.json({ version: 0, bundle: null });
    return context.json({ version: current.version, bundle: current.version === have ? null : current.bundle });
  });

  app.post('/api/policy', only('admin'), async (context) => {
    const { bundle } = await body(context);
    if (typeof bundle !== 'string') return context.json({ error: '`bundle` is not a text' }, 400);
    if (parts.policyKeys.length === 0)
      return context.json({ error: 'this hub has no key for policies; start it with --policy-key' }, 409);
    const opened = openBundle(bundle, parts.policyKeys);
    if (!opened.ok) return context.json({ error: `the bundle is refused: ${opened.error}` }, 400);
    const { version, note } = opened.value;
    const pushed = await policies.push({ version, bundle, by: principalOf(context).name, note });
    return pushed.ok ? context.json({ version }) : context.json({ error: pushed.error }, 409);
  });

  app.get('/api/policy/versions', only('admin'), async (context) => {
    return context.json({ versions: await policies.list(100) });
  });

  app.post('/api/seen', only('agent'), async (context) => {
    const { details, policyVersion } = await body(context);
    const principal = principalOf(context);
    await logs.noteAgent(principal.name, {
      team: principal.team,
      details: detailsOf(details),
      policyVersion: Number.isSafeInteger(policyVersion) ? (policyVersion as number) : null,
    });
    return context.json({});
  });

  app.get('/api/agents', only('approver', 'admin'), async (context) => context.json({ agents: await logs.agents() }));

  app.post('/api/log', only('agent'), async (context) => {
    const { after, lines, gap } = await body(context);
    const link = parseLink(after);
    if (link === null) return context.json({ error: '`after` is not a sequence and a hash' }, 400);
    if (!Array.isArray(lines) || lines.length > MAX_LINES || !lines.every(isLine))
      return context.json({ error: `\`lines\` is not a list of at most ${MAX_LINES} lines` }, 400);
    const { name: install, team } = principalOf(context);
    const note = typeof gap === 'string' ? { gap: gap.slice(0, 200) } : {};
    const outcome = await logs.append({ install, team, after: link, lines, ...note });
    if (outcome.kind === 'stored') metrics.count('caliban_hub_log_lines_total', {}, outcome.added);
    return context.json(sent(outcome));
  });

  app.get('/api/log/last', only('agent'), async (context) => {
    const { head, line } = await logs.last(principalOf(context).name);
    return context.json({ head: sentLink(head), line });
  });

  app.get('/api/log/lines', only('agent'), async (context) => {
    const after = Number(context.req.query('after') ?? 0);
    if (!Number.isSafeInteger(after) || after < 0) return context.json({ error: '`after` is not a sequence' }, 400);
    const lines = await logs.page(principalOf(context).name, after);
    return context.json({ lines: lines.map(({ sequence, line }) => ({ sequence, line })) });
  });

  app.get('/api/log/verify', only('admin'), async (context) => {
    const install = context.req.query('install');
    const installs = install === undefined ? (await logs.agents()).map((agent) => agent.install) : [install];
    const reports = [];
    for (const each of installs) {
      const report = await logs.verify(each);
      reports.push({ ...report, head: sentLink(report.head) });
    }
    return context.json({ reports });
  });

  app.get('/api/log/export', only('admin'), (context) => {
    const format = context.req.query('format') ?? 'jsonl';
    if (format !== 'jsonl' && format !== 'otel')
      return context.json({ error: '`format` is neither jsonl nor otel' }, 400);
    const [since, until] = [context.req.query('since'), context.req.query('until')].map((text) =>
      text === undefined ? undefined : Date.parse(text),
    );
    if (Number.isNaN(since) || Number.isNaN(until))
      return context.json({ error: '`since` or `until` is not a time' }, 400);
    const install = context.req.query('install');
    context.header('content-type', 'application/x-ndjson');
    return stream(context, async (output) => {
      const query = {
        ...(since === undefined ? {} : { since }),
        ...(until === undefined ? {} : { until }),
        ...(install === undefined ? {} : { install }),
      };
      let text = '';
      for await (const line of logs.lines(query)) {
        text += `${format === 'otel' ? otelLine(line) : JSON.stringify({ install: line.install, sequence: line.sequence, line: line.line })}\n`;
        if (text.length < 256 * 1024) continue;
        await output.write(text);
        text = '';
        if (output.aborted) return;
      }
      await output.write(text);
    });
  });

  app.post('/api/log/prune', only('admin'), async (context) => {
    const { before } = await body(context);
    const at = typeof before === 'string' ? Date.parse(before) : Number.NaN;
    if (Number.isNaN(at)) return context.json({ error: '`before` is not a time' }, 400);
    return context.json({ gone: await logs.prune(new Date(at)) });
  });

  app.get('/api/tokens', only('admin'), async (context) => context.json({ tokens: await tokens.list() }));

  app.post('/api/tokens', only('admin'), async (context) => {
    const { name, role, owner, team, expiresAt } = await body(context);
    if (typeof name !== 'string' || !ROLES.includes(role as Role))
      return context.json({ error: `\`name\` is missing, or \`role\` is not one of ${ROLES.join(', ')}` }, 400);
    const expires = typeof expiresAt === 'string' ? new Date(expiresAt) : undefined;
    if (expires !== undefined && Number.isNaN(expires.getTime()))
      return context.json({ error: '`expiresAt` is not a time' }, 400);
    const made = await tokens.create({
      name,
      role: role as Role,
      by: principalOf(context).name,
      ...(typeof owner === 'string' ? { owner } : {}),
      ...(typeof team === 'string' ? { team } : {}),
      ...(expires === undefined ? {} : { expiresAt: expires }),
    });
    return made.ok ? context.json({ token: made.value }, 201) : context.json({ error: made.error }, 409);
  });

  app.post('/api/tokens/revoke', only('admin'), async (context) => {
    const { which } = await body(context);
    if (typeof which !== 'string') return context.json({ error: '`which` is not a name or an id' }, 400);
    const revoked = await tokens.revoke(which);
    return revoked === 0 ? context.json({ error: `there is no token \`${which}\`` }, 404) : context.json({ revoked });
  });

  app.post('/api/tokens/team', only('admin'), async (context) => {
    const { name, team } = await body(context);
    if (typeof name !== 'string' || typeof team !== 'string')
      return context.json({ error: '`name` or `team` is not a text' }, 400);
    const moved = await tokens.moveToTeam(name, team);
    return moved.ok ? context.json({}) : context.json({ error: moved.error }, 409);
  });

  app.all(`${PAGE_PATH}*`, only('approver', 'admin'), async (context) => {
    const { method, path } = context.req;
    const request = { method, path: path.slice(PAGE_PATH.length), query: context.req.query() };
    const given = { ...request, body: method === 'POST' ? await body(context) : {} };
    const reply = (await parts.mount?.answer(given, principalOf(context), parts)) ?? null;
    if (reply === null) return context.json({ error: 'there is nothing here' }, 404);
    return context.json(reply.body, reply.status);
  });
  return app;
}

const PAGE_PATH = '/api/page/';

/** Per request: set by a middleware for the handlers after it. */
const principals = new WeakMap<Request, Principal>();

function principalOf(context: Context): Principal {
  const principal = principals.get(context.req.raw);
  if (principal === undefined) throw new Error('a route was reached without a token');
  return principal;
}

function tokenIn(context: Context): string | undefined {
  return /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '')?.[1];
}

function only(...roles: readonly Role[]) {
  return async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const { role } = principalOf(context);
    if (!roles.includes(role))
      return context.json({ error: `this needs a token of ${roles.join(' or ')}; yours is one of ${role}` }, 403);
    await next();
    return undefined;
  };
}

/** Agents ask and see what is theirs; people see everything and answer. */
function callerOf({ name, role, owner, team }: Principal): Omit<Caller, 'isStillValid'> {
  // Two tokens of one person are one person.
  if (role !== 'agent') return { name: owner, asks: null, owns: () => false, mayAnswer: true };
  const from = { install: name, owner, team };
  return {
    name,
    // Taken from the token, so that no agent can ask in the name of another.
    asks: (ask: Ask) => ({ ...ask, context: { ...ask.context, from } }),
    owns: ({ context }: Ask) => context.from?.install === name,
    mayAnswer: false,
  };
}

const MAX_LINES = 5_000;
const MAX_LINE_LENGTH = 1024 * 1024;

function isLine(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LINE_LENGTH;
}

function parseLink(value: unknown): Link | null {
  const { sequence, hash } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || sequence < 0) return null;
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return null;
  return { sequence, hash: Buffer.from(hash, 'hex') };
}

function sent(outcome: UploadOutcome) {
  return { ...outcome, head: sentLink(outcome.head) };
}

function sentLink({ sequence, hash }: Link) {
  return { sequence, hash: hash.toString('hex') };
}

/** A few short texts. */
function detailsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string') as [string, string][];
  return Object.fromEntries(texts.slice(0, 20).map(([name, text]) => [name.slice(0, 50), text.slice(0, 200)]));
}

async function body(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = await context.req.json();
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
