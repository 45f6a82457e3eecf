import type { ToolCall } from '@caliban/calls';
import { errorText, visible } from '@caliban/calls/text';
import type { Inbox, MountedReply, MountedRequest } from '@caliban/inbox';
import { ownName } from '../asks/inbox-setup.ts';
import { decisionLogFile } from '../log/decision-log-file.ts';
import type { Terminal } from '../process/terminal.ts';
import { type ServerPlace, serverSettings } from '../serve/server-place.ts';
import { recentCalls as loggedCalls } from '../session-services/decision-history.ts';
import { answerCard } from './answer-card.ts';
import { cardOf } from './card-of.ts';
import { dayName } from './log-digest.ts';
import { LogReader } from './log-reader.ts';
import type { OwnRun } from './own-program.ts';
import type { PageCards, SimilarAnswers, Today } from './page-types.ts';
import { planDraft } from './plan-draft.ts';
import { lintFindings, policyView, ruleText, tryCall } from './policy-view.ts';
import { previewRules } from './proposed-rules.ts';
import { type AskedQuestion, questionReader } from './question-of-ask.ts';
import {
  BadRequest,
  fileScopeIn,
  orBad,
  patternsIn,
  proposedRules,
  suggestionPlace,
  textIn,
  workspaceIn,
} from './request-fields.ts';
import { shortPaths } from './short-paths.ts';
import { LearnedRules } from './suggestions.ts';
import { timelineOf } from './timeline.ts';

export type PageParts = {
  readonly place: ServerPlace;
  readonly terminal: Terminal;
  /** Aborts with the server. */
  readonly signal: AbortSignal;
};

export type PageServices = (request: MountedRequest, inbox: Inbox) => Promise<MountedReply | null>;

const MAX_CARDS = 60;
const RECENT_CALLS = 1_000;
const RECENT_FRESH_MS = 10_000;

/** The page's requests, see `page-types.ts`. */
export function pageServices({ place, terminal, signal }: PageParts): PageServices {
  const log = decisionLogFile(place);
  let running = 0;
  // Questions come first: the log is read while no one waits for an answer.
  const reader = new LogReader(log, { signal, isBusy: () => running > 0 });
  const run: OwnRun = { cwd: terminal.home, env: terminal.env, home: terminal.home, signal };
  const learned = new LearnedRules(run, terminal);
  const short = shortPaths(terminal.home);
  let recent: { readonly key: string; readonly at: number; readonly calls: Promise<readonly ToolCall[]> } | undefined;

  const routes: Readonly<Record<string, (request: MountedRequest, inbox: Inbox) => Promise<unknown>>> = {
    'GET cards': async (_, inbox) => cards(inbox),
    'GET similar': ({ query }, inbox) => similar(textIn(query, 'id'), inbox),
    'POST preview': async ({ body }, inbox) => {
      const asked = await askedAbout(textIn(body, 'id'), inbox);
      return previewRules(proposedRules(body), asked, { recentCalls: () => recentCalls(asked), short });
    },
    'GET today': async ({ query }) => today(query.day),
    'GET sessions': async () => {
      const { digest } = reader;
      return { state: reader.state, read: digest.read, sessions: digest.sessions(), workspaces: digest.workspaces() };
    },
    'GET timeline': ({ query }) => timelineOf(textIn(query, 'id'), { log, digest: reader.digest }, terminal),
    'GET suggestions': ({ query }) => learned.look(suggestionPlace(query)),
    'POST suggestions/diff': async ({ body }) => ({
      lines: await learned.diff(suggestionPlace(body), patternsIn(body)),
    }),
    'POST suggestions/accept': async ({ body }) => ({
      written: await learned.accept(suggestionPlace(body), patternsIn(body)),
    }),
    'GET policy': ({ query }) => policyView(workspaceIn(query), reader, terminal),
    'GET findings': ({ query }) => lintFindings(workspaceIn(query), run, terminal.home),
    'GET rule-text': async ({ query }) => orBad(ruleText(workspaceIn(query), fileScopeIn(query), terminal)),
    'POST try': async ({ body }) =>
      orBad(
        await tryCall(
          { workspace: workspaceIn(body), tool: textIn(body, 'tool'), input: String(body.input ?? '') },
          terminal,
        ),
      ),
    'POST plan': ({ body }) =>
      planDraft(
        { workspace: workspaceIn(body), scope: fileScopeIn(body), text: String(body.text ?? '') },
        place.files.directory,
        run,
      ),
  };

  return async (request, inbox) => {
    const { method, path } = request;
    running++;
    try {
      if (method === 'POST' && path === 'answer') return await answer(request, inbox);
      const route = Object.hasOwn(routes, `${method} ${path}`) ? routes[`${method} ${path}`] : undefined;
      return route === undefined ? null : { status: 200, body: await route(request, inbox) };
    } catch (error) {
      return { status: error instanceof BadRequest ? 400 : 500, body: { error: visible(errorText(error)) } };
    } finally {
      running--;
    }
  };

  async function cards(inbox: Inbox): Promise<PageCards> {
    // Read before the cards, so that the events repeat any change in between.
    const sequence = await inbox.lastSequence();
    const all = await inbox.cards();
    const shown = all.slice(0, MAX_CARDS);
    const read = questionReader(terminal);
    return {
      cards: await Promise.all(shown.map((card) => cardOf(card, { read, short }))),
      more: all.length - shown.length,
      sequence,
      now: Date.now(),
      name: await answererName(),
    };
  }

  async function answererName(): Promise<string> {
    const { inbox } = await serverSettings(place).catch(() => ({ inbox: {} }));
    return ownName({ serve: {}, inbox });
  }

  async function similar(id: string, inbox: Inbox): Promise<SimilarAnswers> {
    const { digest } = reader;
    const view = await inbox.view(id);
    if (view === null) throw new BadRequest('there is no such question');
    const { tool, input } = view.ask.call;
    const { last, ...counts } = digest.similar({ tool_name: tool, input });
    return { state: reader.state, ...counts, last: last.map((each) => ({ ...each, call: visible(each.call) })) };
  }

  async function askedAbout(id: string, inbox: Inbox): Promise<AskedQuestion> {
    const view = await inbox.view(id);
    if (view === null) throw new BadRequest('there is no such question');
    return questionReader(terminal)(view.ask);
  }

  /** A few seconds old is good enough while someone types a pattern. */
  function recentCalls({ world: { context } }: AskedQuestion): Promise<readonly ToolCall[]> {
    const key = context.workspace;
    if (recent?.key === key && performance.now() - recent.at < RECENT_FRESH_MS) return recent.calls;
    const calls = loggedCalls(log, RECENT_CALLS, context);
    recent = { key, at: performance.now(), calls };
    return calls;
  }

  async function today(given: string | undefined): Promise<Today> {
    const { digest } = reader;
    const today = dayName(new Date());
    const day = given !== undefined && /^\d{4}-\d\d-\d\d$/.test(given) ? given : today;
    const { state, problem } = reader;
    return { state, problem, read: digest.read, today, ...digest.day(day) };
  }

  function answer({ body }: MountedRequest, inbox: Inbox): Promise<MountedReply> {
    return answerCard(body, { inbox, askedAbout: (id) => askedAbout(id, inbox), answererName, short });
  }
}
