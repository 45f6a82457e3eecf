import type { ToolCall } from '@caliban/calls';
import { errorText, visible } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import type { AnswerOutcome, Inbox, MountedReply, MountedRequest } from '@caliban/inbox';
import { ownName } from '../asks/inbox-setup.ts';
import { saveRule } from '../compose/rule-memory.ts';
import { decisionLogFile } from '../log/decision-log-file.ts';
import type { Terminal } from '../process/terminal.ts';
import { type ServerPlace, serverSettings } from '../serve/server-place.ts';
import { recentCalls as loggedCalls } from '../session-services/decision-history.ts';
import { cardOf } from './card-of.ts';
import { dayName } from './log-digest.ts';
import { LogReader } from './log-reader.ts';
import type { OwnRun } from './own-program.ts';
import { answered, BadRequest, orBad, patternsIn, readAnswer, textIn } from './page-requests.ts';
import type { AlwaysOutcome, PageCards, PageScope, ProposedRule, SimilarAnswers, Today } from './page-types.ts';
import { planDraft } from './plan-draft.ts';
import { lintFindings, policyView, ruleText, tryCall } from './policy-view.ts';
import { previewRule, soundRule } from './proposed-rule.ts';
import { type AskedQuestion, questionOf } from './question-of-ask.ts';
import { shortPaths } from './short-paths.ts';
import { LearnedRules, type SuggestionPlace } from './suggestions.ts';
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
  const reader = new LogReader(log, signal);
  const run: OwnRun = { cwd: terminal.home, env: terminal.env, home: terminal.home, signal };
  const learned = new LearnedRules(run, terminal);
  const short = shortPaths(terminal.home);
  let recent: { readonly key: string; readonly at: number; readonly calls: Promise<readonly ToolCall[]> } | undefined;

  const routes: Readonly<Record<string, (request: MountedRequest, inbox: Inbox) => Promise<unknown>>> = {
    'GET cards': async (_, inbox) => cards(inbox),
    'GET similar': ({ query }, inbox) => similar(textIn(query, 'id'), inbox),
    'POST preview': async ({ body }, inbox) => {
      const proposed = { ...proposedRule(body), id: textIn(body, 'id') };
      const asked = await askedAbout(proposed.id, inbox);
      return previewRule(proposed, asked, { recentCalls: () => recentCalls(asked), short });
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
    'GET rule-text': async ({ query }) => orBad(ruleText(workspaceIn(query), scopeIn(query), terminal)),
    'POST try': async ({ body }) =>
      orBad(
        await tryCall(
          { workspace: workspaceIn(body), tool: textIn(body, 'tool'), input: String(body.input ?? '') },
          terminal,
        ),
      ),
    'POST plan': ({ body }) =>
      planDraft(
        { workspace: workspaceIn(body), scope: scopeIn(body), text: String(body.text ?? '') },
        place.files.directory,
        run,
      ),
  };

  return async (request, inbox) => {
    const { method, path } = request;
    try {
      if (method === 'POST' && path === 'answer') return await answer(request, inbox);
      const route = Object.hasOwn(routes, `${method} ${path}`) ? routes[`${method} ${path}`] : undefined;
      return route === undefined ? null : { status: 200, body: await route(request, inbox) };
    } catch (error) {
      return { status: error instanceof BadRequest ? 400 : 500, body: { error: visible(errorText(error)) } };
    }
  };

  async function cards(inbox: Inbox): Promise<PageCards> {
    // Read before the cards, so that the events repeat any change in between.
    const sequence = await inbox.lastSequence();
    const all = await inbox.cards();
    const shown = all.slice(0, MAX_CARDS);
    return {
      cards: await Promise.all(shown.map((card) => cardOf(card, terminal))),
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
    return questionOf(view.ask, terminal);
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

  /** Exactly one answer for each ask; only the winner's rule is written. */
  async function answer({ body }: MountedRequest, inbox: Inbox): Promise<MountedReply> {
    const { asks, action, message, through } = readAnswer(body);
    const rule = isRecord(body.rule) ? proposedRule({ ...body.rule, action }) : null;
    const asked = rule === null ? null : await askedAbout(asks[0].id, inbox);
    const sound = rule === null || asked === null ? null : orBad(soundRule(rule, asked));
    const by = { kind: 'person', name: await answererName(), through } as const;
    const outcomes: AnswerOutcome[] = [];
    for (const { id, hash } of asks)
      outcomes.push(await inbox.answer(id, { hash, action, by, ...(message === undefined ? {} : { message }) }));
    const hasWon = outcomes.some(({ kind }) => kind === 'won');
    let always: AlwaysOutcome | null = null;
    if (hasWon && rule !== null && asked !== null && sound !== null) {
      const { question, policy, world } = asked;
      const saved = await saveRule({ rule: sound.rule, scope: rule.scope }, question.call, {
        fileRules: policy.rules,
        seesThroughWrappers: policy.seesThroughWrappers,
        locations: world.locations,
        world: { context: atRoot(question.call), ownDirectories: world.ownDirectories },
      }).catch((error: unknown) => ({ ok: false as const, error: errorText(error) }));
      always = saved.ok
        ? { kind: 'saved', text: `${rule.action} ${visible(rule.pattern)}`, file: short(saved.value.file) }
        : { kind: 'not-saved', problem: visible(saved.error) };
    }
    return { status: hasWon ? 200 : 409, body: { outcomes: outcomes.map(answered), always } };
  }
}

function atRoot({ context: { cwd: _, ...root } }: ToolCall): ToolCall['context'] {
  return root;
}

type Fields = MountedRequest['body'];

function workspaceIn(fields: Fields): string {
  const workspace = textIn(fields, 'workspace');
  if (!workspace.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(workspace))
    throw new BadRequest('`workspace` is not an absolute path');
  return workspace;
}

function scopeIn(fields: Fields): PageScope {
  const scope = fields.scope;
  if (scope === 'local' || scope === 'project' || scope === 'user') return scope;
  throw new BadRequest('`scope` is not local, project or user');
}

function suggestionPlace(fields: Fields): SuggestionPlace {
  const scope = fields.scope === 'user' ? 'user' : 'project';
  const project = textIn(fields, 'project');
  return { scope, project: workspaceIn({ workspace: project }) };
}

function proposedRule(fields: Fields): Omit<ProposedRule, 'id'> {
  const { part, action, comment, reason } = fields;
  return {
    part: typeof part === 'number' ? part : 0,
    pattern: textIn(fields, 'pattern'),
    action: action === 'deny' ? 'deny' : 'allow',
    scope: scopeIn(fields),
    ...(typeof comment === 'string' ? { comment } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}
