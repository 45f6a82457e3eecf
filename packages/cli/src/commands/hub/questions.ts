import { setTimeout as sleep } from 'node:timers/promises';
import { cutMiddle, plural, visible } from '@caliban/calls/text';
import type { AskView } from '@caliban/inbox';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { FAILED_EXIT } from '../../command-line/exit-codes.ts';
import { FailedError, UsageError } from '../../command-line/problems.ts';
import { type HubAccess, hubAccess } from '../../hub/hub-access.ts';
import { jsonLine, jsonText } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import { rehearsalRows } from '../../output/rehearsal-rows.ts';
import { pageRehearsal } from '../../page/page-rehearsal.ts';
import type { Terminal } from '../../process/terminal.ts';

type Cards = { readonly cards: readonly { readonly views: readonly AskView[] }[]; readonly sequence: number };

const POLL_MS = 1_000;

/** `caliban hub questions`: what agents are waiting for, once or continuously. */
export async function questions(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const hub = await hubAccess(args, terminal);
  return args.isSet('watch') ? watch(hub, args, terminal) : list(hub, args, terminal);
}

async function list(hub: HubAccess, args: Args, terminal: Terminal): Promise<number> {
  const { cards } = await hub.get<Cards>('/api/cards');
  const views = cards.flatMap((card) => card.views);
  if (args.isSet('json')) terminal.out(jsonText(views));
  else if (views.length === 0) terminal.out('Nothing waits for an answer.\n');
  else {
    for (const view of views) terminal.out(`${questionText(view, terminal)}\n`);
    terminal.out('Answer with `caliban hub answer ID allow` or `… deny`.\n');
  }
  return 0;
}

/** Runs until Ctrl-C. Waits for a hub that is unreachable. */
async function watch(hub: HubAccess, args: Args, terminal: Terminal): Promise<number> {
  const over = terminal.interrupted();
  const shown = new Set<string>();
  let isLost = false;
  if (!args.isSet('json')) terminal.err('Waiting for questions; Ctrl-C ends it.\n');
  while (!over.aborted) {
    try {
      const { cards } = await hub.get<Cards>('/api/cards');
      const views = cards.flatMap((card) => card.views);
      for (const view of views.filter(({ id }) => !shown.has(id)))
        terminal.out(args.isSet('json') ? jsonLine({ event: 'asked', view }) : `${questionText(view, terminal)}\n`);
      for (const id of [...shown].filter((id) => !views.some((view) => view.id === id))) {
        if (args.isSet('json')) terminal.out(jsonLine({ event: 'ended', id }));
        else terminal.out(`${shortId(id)}  is closed\n`);
        shown.delete(id);
      }
      for (const { id } of views) shown.add(id);
      isLost = false;
    } catch (error) {
      if (!(error instanceof FailedError)) throw error;
      if (!isLost) terminal.err(`caliban hub: ${error.message}; waiting for it\n`);
      isLost = true;
    }
    await sleep(POLL_MS, undefined, { signal: over }).catch(() => {});
  }
  return 0;
}

/** `caliban hub answer` */
export async function answer(args: Args, terminal: Terminal): Promise<number> {
  const [id, action, surplus] = args.operands;
  if (id === undefined || (action !== 'allow' && action !== 'deny') || surplus !== undefined)
    throw new UsageError('write `caliban hub answer ID allow` or `… deny`; `caliban hub questions` lists the ids');
  const message = args.text('message');
  if (message !== undefined && action === 'allow') throw new UsageError('--message goes with deny: the model reads it');
  const hub = await hubAccess(args, terminal);
  const { cards } = await hub.get<Cards>('/api/cards');
  const found = cards.flatMap((card) => card.views).filter((view) => view.id.startsWith(id));
  const [view] = found;
  if (view === undefined) throw new FailedError(`no open question has the id \`${visible(id)}\`; it may be closed`);
  if (found.length > 1) throw new UsageError(`several questions begin with \`${visible(id)}\`; write more of the id`);
  const given = { hash: view.ask.hash, action, through: 'terminal', ...(message === undefined ? {} : { message }) };
  const { status, body } = await hub.send({ method: 'POST', path: `/api/asks/${view.id}/answer`, body: given });
  const reply = body as { readonly kind?: string; readonly error?: string; readonly view?: AskView };
  if (args.isSet('json')) terminal.out(jsonText({ won: status === 200, ...reply }));
  else if (status === 200)
    terminal.out(`${ANSWERED[reply.kind === 'approved' ? 'approved' : action](view, reply.view)}\n`);
  else terminal.err(`caliban hub: ${reply.error ?? `your answer came second: ${endText(reply.view)}`}\n`);
  return status === 200 ? 0 : FAILED_EXIT;
}

const ANSWERED = {
  allow: (view: AskView) => `Allowed: ${callText(view)}`,
  deny: (view: AskView) => `Denied: ${callText(view)}`,
  approved(view: AskView, now: AskView | undefined) {
    const missing = (view.ask.context.approvals ?? 1) - (now?.approvals?.length ?? 0);
    return `Approved; ${missing} more must allow it: ${callText(view)}`;
  },
} as const;

function endText(view: AskView | undefined): string {
  const { answer: given, state = 'settled' } = view ?? {};
  if (given === undefined) return state;
  return given.by.kind === 'person' ? `${state} by ${visible(given.by.name)} (${visible(given.by.through)})` : state;
}

function questionText(view: AskView, terminal: Pick<Terminal, 'colours'>): string {
  const { call, context } = view.ask;
  const { install, owner, team } = context.from ?? { install: '?', owner: '?', team: '' };
  const left = Math.max(0, Math.round((view.expiresAt - Date.now()) / 1000));
  const classes = context.classes ?? [];
  const rows = [
    `${shortId(view.id)}  ${callText(view)}`,
    `          ${visible(install)} of ${visible(owner)}${team === '' ? '' : `, ${visible(team)}`}, ${visible(context.host)}, in ${visible(call.cwd)}; ${plural(left, 'second')} left`,
    `          ${visible(context.why)}`,
    ...(classes.length === 0 ? [] : [`          ${paint('deny', classes.map(visible).join(' '), terminal)}`]),
    ...((context.approvals ?? 1) > 1
      ? [`          ${(view.approvals ?? []).length} of ${context.approvals} people have allowed it`]
      : []),
    ...rehearsalRows(pageRehearsal(view.ask.rehearsal), terminal).map((row) => `          ${row}`),
  ];
  return rows.join('\n');
}

function callText({ ask: { call } }: AskView): string {
  const { command, path, url } = (typeof call.input === 'object' ? call.input : {}) as Readonly<
    Record<string, unknown>
  >;
  const argument = [command, path, url].find((each) => typeof each === 'string');
  const text = typeof argument === 'string' ? argument : JSON.stringify(call.input);
  return `${visible(call.tool)} ${visible(cutMiddle(text, 2_000).text)}`;
}

function shortId(id: string): string {
  return id.slice(0, 8);
}
