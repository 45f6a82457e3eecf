import { setTimeout as sleep } from 'node:timers/promises';
import { plural, visible } from '@caliban/calls/text';
import { type AskView, type InboxClient, inboxClient, UnreachableError } from '@caliban/inbox';
import { alwaysFromWords, previewLines, savedLine } from '../asks/always-from-words.ts';
import type { Args } from '../command-line/args.ts';
import { FAILED_EXIT } from '../command-line/exit-codes.ts';
import { FailedError, UsageError } from '../command-line/problems.ts';
import { jsonText } from '../output/json.ts';
import { paint } from '../output/paint.ts';
import { rehearsalRows } from '../output/rehearsal-rows.ts';
import type { AlwaysOutcome, PageCard, PageCards, PagePiece, ProposedRules, RulesPreview } from '../page/page-types.ts';
import type { Terminal } from '../process/terminal.ts';
import { serverPlace } from '../serve/server-place.ts';

/** `caliban inbox`: the open questions, once or continuously, and answers; uses the same routes as the page. */
export async function inbox(args: Args, terminal: Terminal): Promise<number> {
  const [verb, id, action, surplus] = args.operands;
  const client = inboxClient(serverPlace(terminal).files);
  try {
    if (verb === undefined || verb === 'list') {
      if (id !== undefined) throw new UsageError(`\`${visible(id)}\` is one argument too many`);
      return args.isSet('watch') ? await watch(client, args, terminal) : await list(client, args, terminal);
    }
    if (verb !== 'answer')
      throw new UsageError(`there is no \`caliban inbox ${visible(verb)}\`; it takes answer, or nothing`);
    if (id === undefined || (action !== 'allow' && action !== 'deny') || surplus !== undefined)
      throw new UsageError('write `caliban inbox answer ID allow` or `… deny`; `caliban inbox` lists the ids');
    return await answer({ client, id, action }, args, terminal);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    throw new FailedError(`${error.message}; \`caliban serve\` starts it`);
  }
}

async function list(client: InboxClient, args: Args, terminal: Terminal): Promise<number> {
  const found = await cardsOf(client);
  if (args.isSet('json')) {
    terminal.out(jsonText(found));
    return 0;
  }
  for (const card of found.cards) terminal.out(`${cardText(card, found.now, terminal)}\n`);
  if (found.more > 0) terminal.out(`and ${plural(found.more, 'more question')}\n`);
  terminal.out(found.cards.length === 0 ? 'Nothing waits for you.\n' : ANSWER_HINT);
  return 0;
}

const ANSWER_HINT = 'Answer with `caliban inbox answer ID allow` or `… deny`; `caliban ui` opens the page.\n';
const POLL_MS = 500;

/** New questions and their ends, until Ctrl-C. Waits for a server that has ended. */
async function watch(client: InboxClient, args: Args, terminal: Terminal): Promise<number> {
  const over = terminal.interrupted();
  const shown = new Map<string, PageCard>();
  let sequence = -1;
  let isLost = false;
  if (!args.isSet('json')) terminal.err('Waiting for questions; Ctrl-C ends it.\n');
  while (!over.aborted) {
    try {
      const now = (await get<{ readonly sequence: number }>(client, '/api/cards')).sequence;
      if (now !== sequence) {
        sequence = now;
        await tellChanges(client, shown, args, terminal);
      }
      isLost = false;
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      if (!isLost) terminal.err(`caliban inbox: ${error.message}; waiting for it\n`);
      isLost = true;
    }
    await sleep(POLL_MS, undefined, { signal: over }).catch(() => {});
  }
  return 0;
}

async function tellChanges(
  client: InboxClient,
  shown: Map<string, PageCard>,
  args: Args,
  terminal: Terminal,
): Promise<void> {
  const { cards, now } = await cardsOf(client);
  for (const card of cards) {
    if (shown.has(idOf(card))) continue;
    shown.set(idOf(card), card);
    terminal.out(
      args.isSet('json') ? `${JSON.stringify({ event: 'asked', card })}\n` : `${cardText(card, now, terminal)}\n`,
    );
  }
  const open = new Set(cards.map(idOf));
  for (const id of shown.keys()) {
    if (open.has(id)) continue;
    shown.delete(id);
    const { view } = await get<{ readonly view: AskView }>(client, `/api/asks/${id}`);
    if (args.isSet('json'))
      terminal.out(`${JSON.stringify({ event: 'ended', id, state: view.state, answer: view.answer })}\n`);
    else terminal.out(`${shortId(id)}  ${endText(view)}\n`);
  }
}

type AnswerRequest = { readonly client: InboxClient; readonly id: string; readonly action: 'allow' | 'deny' };

async function answer({ client, id, action }: AnswerRequest, args: Args, terminal: Terminal): Promise<number> {
  const message = args.text('message');
  if (message !== undefined && action === 'allow') throw new UsageError('--message goes with deny: the model reads it');
  const { cards } = await cardsOf(client);
  const found = cards.filter(({ asks }) => asks.some((ask) => ask.id.startsWith(id)));
  const [card] = found;
  if (card === undefined) return notOpen(client, id, terminal);
  if (found.length > 1) throw new UsageError(`several questions begin with \`${visible(id)}\`; write more of the id`);
  const always = alwaysFromWords(card, action, args);
  if (always !== null && args.isSet('dry-run')) return preview(client, { card, always }, args, terminal);
  const { status, body } = await client.send({
    method: 'POST',
    path: '/api/page/answer',
    body: {
      ...{ action, through: 'terminal', asks: card.asks.map((ask) => ({ id: ask.id, hash: ask.hash })) },
      ...(message === undefined ? {} : { message }),
      ...(always === null ? {} : { always }),
    },
    timeoutMs: 15_000,
  });
  if (status === 400) throw new UsageError((body as { readonly error: string }).error);
  if (status !== 200 && status !== 409) throw new FailedError(problemIn(body, status));
  const { outcomes, always: kept } = body as AnswerReply;
  if (args.isSet('json')) terminal.out(jsonText({ won: status === 200, outcomes, always: kept }));
  else if (status === 409) terminal.err(`caliban inbox: your answer came second: ${endText(outcomes[0]?.view)}\n`);
  else terminal.out(`${action === 'allow' ? 'Allowed' : 'Denied'}: ${oneLine(card.call)}\n`);
  if (kept?.kind === 'not-saved') terminal.err(`caliban inbox: ${savedLine(kept)}\n`);
  else if (kept?.kind === 'saved' && !args.isSet('json')) terminal.out(`${savedLine(kept)}\n`);
  return status === 409 || kept?.kind === 'not-saved' ? FAILED_EXIT : 0;
}

type AnswerReply = {
  readonly outcomes: readonly { readonly kind: string; readonly view?: Pick<AskView, 'state' | 'answer'> }[];
  readonly always: AlwaysOutcome | null;
};

async function preview(
  client: InboxClient,
  { card, always }: { readonly card: PageCard; readonly always: ProposedRules },
  args: Args,
  terminal: Terminal,
): Promise<number> {
  const { status, body } = await client.send({
    ...{ method: 'POST', path: '/api/page/preview', timeoutMs: 15_000 },
    body: { id: idOf(card), ...always },
  });
  if (status !== 200) throw new UsageError(problemIn(body, status));
  const found = body as RulesPreview;
  if (args.isSet('json')) terminal.out(jsonText({ ...always, preview: found }));
  else for (const line of previewLines(always, found)) terminal.out(`${line}\n`);
  return found.rules.some(({ problem }) => problem !== null) ? FAILED_EXIT : 0;
}

async function notOpen(client: InboxClient, id: string, terminal: Terminal): Promise<number> {
  const { views } = await get<{ readonly views: readonly AskView[] }>(client, '/api/asks?recent=500');
  const view = views.find((each) => each.id.startsWith(id));
  const text =
    view === undefined ? `no question begins with \`${visible(id)}\`` : `this question is over: ${endText(view)}`;
  terminal.err(`caliban inbox: ${text}\n`);
  return FAILED_EXIT;
}

function endText(view: Pick<AskView, 'state' | 'answer'> | undefined): string {
  const { answer } = view ?? {};
  if (answer === undefined) return 'it is gone';
  const { kind, by, at, message } = answer;
  const who = by.kind === 'person' ? ` by ${visible(by.name)} (${visible(by.through)})` : '';
  return `${kind}${who} at ${new Date(at).toTimeString().slice(0, 8)}${message === undefined ? '' : `: ${visible(message)}`}`;
}

function cardText(card: PageCard, now: number, terminal: Terminal): string {
  const { host, agent, workspace, tool, why, classes, asks, risk } = card;
  const left = Math.max(0, Math.min(...asks.map(({ expiresAt }) => expiresAt)) - now);
  const time = `${Math.floor(left / 60_000)}:${String(Math.floor(left / 1000) % 60).padStart(2, '0')}`;
  const times = asks.length > 1 ? ` (${asks.length} ask the same)` : '';
  const does = classes.map(({ description }) => description).join(', ');
  const from = `${host}${agent === null ? '' : ` › ${agent}`} · ${workspace.split('/').at(-1)}`;
  return [
    `${paint('ask', shortId(idOf(card)), terminal)}  ${from}${times}  ${time} left`,
    `          ${tool}: ${oneLine(card.call)}`,
    `          ${paint(risk === 'danger' ? 'deny' : risk === 'caution' ? 'ask' : 'allow', does === '' ? risk : does, terminal)}`,
    `          why: ${why}`,
    ...rehearsalRows(card.rehearsal, terminal).map((row) => `          ${row}`),
  ].join('\n');
}

const MAX_LINE = 300;

function oneLine(pieces: readonly PagePiece[]): string {
  const text = visible(pieces.map((piece) => piece.text).join(''));
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text;
}

function idOf({ asks: [first] }: PageCard): string {
  return first?.id ?? '';
}

function shortId(id: string): string {
  return id.slice(0, 8);
}

function cardsOf(client: InboxClient): Promise<PageCards> {
  return get(client, '/api/page/cards');
}

async function get<Body>(client: InboxClient, path: string): Promise<Body> {
  const { status, body } = await client.send({ method: 'GET', path, timeoutMs: 15_000 });
  if (status !== 200) throw new FailedError(problemIn(body, status));
  return body as Body;
}

function problemIn(body: unknown, status: number): string {
  const { error } = (body ?? {}) as { readonly error?: string };
  return error ?? `the server answered ${status}`;
}
