// The views of the decision logs, over all agents or a part of them. The sums come from the database.

import { visible } from '@caliban/calls/text';
import { type FleetFilter, type FleetSession, type HubData, projectName } from '@caliban/hub';
import type { AskView } from '@caliban/inbox';
import type { AuditLine } from '@caliban/storage';
import { callShape, joinAnswers, parseAuditLine } from '@caliban/storage/audit';
import { dayName } from '../log-digest.ts';
import type { Counts, SessionSummary, Sessions, SimilarAnswers, Timeline, Today } from '../page-types.ts';
import { entriesOf } from '../timeline.ts';
import { remoteContext } from './team-policy.ts';

const DAY_MS = 86_400_000;
const PAST_MS = 30 * DAY_MS;
const MAX_SESSIONS = 300;
const MAX_LISTED = 50;

/** `day`: by the clock of the hub. */
export async function fleetToday(day: string, filter: FleetFilter, { sums }: HubData): Promise<Today> {
  const from = new Date(`${day}T00:00:00`);
  const to = new Date(from);
  to.setDate(to.getDate() + 1);
  const [hours, projects, agents, sessions, kinds, first, month] = await Promise.all([
    sums.hours(filter, { from, to }),
    sums.by('project', filter, { from, to }, MAX_LISTED),
    sums.by('agent', filter, { from, to }, MAX_LISTED),
    sums.sessions(filter, { from, to }, MAX_SESSIONS),
    sums.askedCalls(filter, { from, to }, MAX_LISTED),
    sums.firstHour(),
    sums.hours(filter, lastMonth()),
  ]);
  const byHour = Array.from({ length: 24 }, (_, hour) => total(hours.filter((each) => each.hour.getHours() === hour)));
  const all = total(month);
  const summaries = sessions.map(summaryOf);
  return {
    state: 'ready',
    problem: null,
    read: all.allowed + all.asked + all.denied + all.left,
    day,
    today: dayName(new Date()),
    days: first === null ? [] : [dayName(new Date()), dayName(first)],
    total: total(byHour),
    hours: byHour,
    projects: projects.map((each) => ({ ...countsOf(each), name: visible(each.name) })),
    hosts: agents.map((each) => ({ ...countsOf(each), name: visible(each.name) })),
    spared: summaries.reduce((sum, { spared }) => sum + spared, 0),
    sessions: summaries.sort((one, other) => other.asked - one.asked || other.last - one.last).slice(0, MAX_LISTED),
    kinds: kinds.map((kind) => ({ ...kind, tool: visible(kind.tool), call: visible(kind.call) })),
  };
}

export async function fleetSessions(filter: FleetFilter, { sums }: HubData): Promise<Sessions> {
  const sessions = await sums.sessions(filter, lastMonth(), MAX_SESSIONS);
  const read = sessions.reduce((sum, { allowed, asked, denied, left }) => sum + allowed + asked + denied + left, 0);
  return { state: 'ready', read, sessions: sessions.map(summaryOf), workspaces: [] };
}

export async function fleetTimeline(agent: string, id: string, { sums, logs }: HubData): Promise<Timeline> {
  const session = await sums.session(agent, id);
  if (session === null) return { session: null, entries: [], more: 0 };
  const { firstSequence, lastSequence } = session;
  const lines = decisionsIn(linesBetween(agent, firstSequence, lastSequence + LINES_AFTER, logs));
  return { session: summaryOf(session), ...(await entriesOf(id, lines, remoteContext)) };
}

/** The answer to the last question is a later line. */
const LINES_AFTER = 500;

async function* linesBetween(agent: string, from: number, to: number, logs: HubData['logs']) {
  for (let after = from - 1; after < to; ) {
    const page = await logs.page(agent, after);
    yield page.filter(({ sequence }) => sequence <= to).flatMap(({ line }) => parseAuditLine(line).line ?? []);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.sequence;
  }
}

async function* decisionsIn(batches: ReturnType<typeof linesBetween>): AsyncGenerator<AuditLine> {
  for await (const lines of joinAnswers(batches)) yield* lines;
}

export async function fleetSimilar({ ask }: AskView, { sums }: HubData): Promise<SimilarAnswers> {
  const { tool, input } = ask.call;
  const call = callShape({ ts: '', action: 'ask', outcome: 'deny', tool_name: tool, input });
  return { state: 'ready', ...(await sums.answersTo(tool, call)), last: [] };
}

export function isInFilter({ ask }: AskView, { team, project, agent }: FleetFilter): boolean {
  const { from } = ask.context;
  return (
    (team === undefined || from?.team === team) &&
    (agent === undefined || from?.install === agent) &&
    (project === undefined || projectName(ask.call.workspace) === project)
  );
}

function lastMonth() {
  // A machine whose clock is ahead is not left out.
  return { from: new Date(Date.now() - PAST_MS), to: new Date(Date.now() + PAST_MS) };
}

function total(counts: readonly Counts[]): Counts {
  const sum = (kind: keyof Counts) => counts.reduce((all, each) => all + each[kind], 0);
  return { allowed: sum('allowed'), asked: sum('asked'), denied: sum('denied'), left: sum('left') };
}

function countsOf({ allowed, asked, denied, left }: Counts): Counts {
  return { allowed, asked, denied, left };
}

function summaryOf(session: FleetSession): SessionSummary {
  return {
    ...countsOf(session),
    id: session.session,
    install: session.agent,
    host: visible(session.host),
    workspace: visible(session.project),
    first: session.first,
    last: session.last,
    spared: session.spared,
    risky: session.denied,
  };
}
