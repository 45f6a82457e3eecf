import type { KeyObject } from 'node:crypto';
import { errorText, visible } from '@caliban/calls/text';
import { formatPattern, type Rule } from '@caliban/gate';
import { DatabaseUnavailableError, type FleetFilter, type HubData, type HubMount, type Principal } from '@caliban/hub';
import type { AnswerOutcome, MountedReply, MountedRequest } from '@caliban/inbox';
import { namesOfRule } from '../../log/rule-names.ts';
import type { Terminal } from '../../process/terminal.ts';
import { cardIn } from '../card-of.ts';
import { dayName } from '../log-digest.ts';
import type { PageCards, PageRule, PolicyView, Suggestions } from '../page-types.ts';
import { planDraft } from '../plan-draft.ts';
import { lintFindings, tryCall } from '../policy-view.ts';
import { answered, BadRequest, orBad, patternsIn, readAnswer, textIn } from '../request-fields.ts';
import { LearnedRules } from '../suggestions.ts';
import { fleetSessions, fleetSimilar, fleetTimeline, fleetToday, isInFilter } from './fleet-log.ts';
import { fleetView } from './fleet-view.ts';
import { judgedBy, type StagedPolicy, TeamPolicies } from './team-policy.ts';

export type FleetParts = {
  readonly terminal: Terminal;
  /** Those that may sign policies. */
  readonly policyKeys: readonly KeyObject[];
  readonly signal: AbortSignal;
};

type Asked = {
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly filter: FleetFilter;
  readonly by: Principal;
  readonly data: HubData;
};

const MAX_CARDS = 60;
const MAX_VERSIONS = 50;
const PAST_MS = 30 * 86_400_000;

/** What the page of a hub asks for, see `page-types.ts`. */
export function fleetServices({ terminal, policyKeys, signal }: FleetParts): HubMount['answer'] {
  const teamPolicies = new TeamPolicies(terminal, policyKeys);
  signal.addEventListener('abort', () => teamPolicies.close());

  /** Of both roles. Admins alone may read whole logs, see `adminRoutes`. */
  const routes: Readonly<Record<string, (asked: Asked) => Promise<unknown>>> = {
    'GET names': ({ data }) => data.sums.names(),
    'GET cards': cards,
    'GET similar': async ({ query, data }) => fleetSimilar(await viewIn(query, data), data),
    'GET fleet': ({ filter, data }) => fleetView(filter, data),
    'GET today': ({ query, filter, data }) => fleetToday(dayIn(query), filter, data),
    'GET policy': policyView,
    'GET findings': async ({ data }) => {
      const { stage } = await teamPolicies.current(data);
      return lintFindings(stage.workspace, { ...stage.inside(terminal), signal }, stage.root);
    },
    'GET rule-text': async ({ data }) => ({ file: TEAM_POLICY, text: (await teamPolicies.current(data)).text }),
    'POST try': async ({ body, data }) => {
      const { stage, policy } = await teamPolicies.current(data);
      const call = { workspace: stage.workspace, tool: textIn(body, 'tool'), input: String(body.input ?? '') };
      return orBad(await tryCall(call, stage.inside(terminal), policy));
    },
  };
  const adminRoutes: typeof routes = {
    'GET sessions': ({ filter, data }) => fleetSessions(filter, data),
    'GET timeline': ({ query, data }) => {
      const [agent = '', ...id] = textIn(query, 'id').split(' ');
      return fleetTimeline(agent, id.join(' '), data);
    },
    'GET suggestions': async ({ filter, data }): Promise<Suggestions> => {
      const staged = await teamPolicies.withCalls(filter, data);
      const looked = await learnedIn(staged).look(placeIn(staged));
      return { ...looked, project: '', file: TEAM_POLICY };
    },
    'POST suggestions/diff': async ({ body, filter, data }) => {
      const staged = await teamPolicies.withCalls(filter, data);
      return { lines: await learnedIn(staged).diff(placeIn(staged), patternsIn(body)) };
    },
    'POST plan': async ({ body, filter, data }) => {
      const { stage } = await teamPolicies.withCalls(filter, data);
      const draft = { workspace: stage.workspace, scope: 'user', text: String(body.text ?? '') } as const;
      return planDraft(draft, stage.root, { ...stage.inside(terminal), signal });
    },
  };
  const learned = new WeakMap<StagedPolicy, LearnedRules>();

  return async ({ method, path, query, body }, by, data) => {
    try {
      if (method === 'POST' && path === 'answer') return await answer(body, by, data);
      const name = `${method} ${path}`;
      const isForAdmins = Object.hasOwn(adminRoutes, name);
      if (isForAdmins && by.role !== 'admin')
        return { status: 403, body: { error: 'the logs of all agents are for admins' } };
      const route = isForAdmins ? adminRoutes[name] : Object.hasOwn(routes, name) ? routes[name] : undefined;
      if (route === undefined) return null;
      return { status: 200, body: await route({ query, body, filter: filterIn({ ...body, ...query }), by, data }) };
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      return { status: error instanceof BadRequest ? 400 : 500, body: { error: visible(errorText(error)) } };
    }
  };

  async function cards({ filter, by, data }: Asked): Promise<PageCards> {
    const { inbox } = data;
    // Read before the cards, so that the events repeat any change in between.
    const sequence = await inbox.lastSequence();
    const all = (await inbox.cards()).flatMap(({ key, views }) => {
      const [first, ...more] = views.filter((view) => isInFilter(view, filter));
      return first === undefined ? [] : [{ key, views: [first, ...more] as const }];
    });
    const shown = all.slice(0, MAX_CARDS);
    const policyNow = teamPolicies.current(data).then(judgedBy);
    policyNow.catch(() => {});
    return {
      cards: await Promise.all(
        shown.map((card) =>
          cardIn(card, {
            short: visible,
            read: async (ask) => (await policyNow)(ask),
            diffOf: async () => null,
            noAlways: 'Rules of a team come with its policy: an admin finds proposals among the suggestions.',
          }),
        ),
      ),
      more: all.length - shown.length,
      sequence,
      now: Date.now(),
      name: by.owner,
    };
  }

  async function policyView({ filter, data }: Asked): Promise<PolicyView> {
    const [{ policy: current }, versions, hits] = await Promise.all([
      teamPolicies.current(data),
      data.policies.list(MAX_VERSIONS),
      data.sums.ruleHits(filter, { from: new Date(Date.now() - PAST_MS), to: new Date(Date.now() + PAST_MS) }),
    ]);
    return {
      workspace: TEAM_POLICY,
      workspaces: [],
      mode: current.mode,
      enforcedBy: null,
      files: [],
      rules: current.rules
        .filter(({ source }) => source.layer !== 'builtin')
        .map((rule, at) => teamRule(rule, at + 1, hits)),
      versions: versions.map(({ version, pushedAt, pushedBy, note }) => {
        return { version, pushedAt, pushedBy: visible(pushedBy), note: visible(note) };
      }),
      log: 'ready',
    };
  }

  function learnedIn(staged: StagedPolicy): LearnedRules {
    const known = learned.get(staged);
    if (known !== undefined) return known;
    const inside = staged.stage.inside(terminal);
    const made = new LearnedRules({ ...inside, signal }, inside);
    learned.set(staged, made);
    return made;
  }
}

const TEAM_POLICY = 'the policy of the team';

function placeIn({ stage }: StagedPolicy) {
  return { project: stage.workspace, scope: 'user' } as const;
}

function teamRule(rule: Rule, number: number, hits: ReadonlyMap<string, number>): PageRule {
  const { action, comment, source } = rule;
  const names = namesOfRule(rule).map((name) => name.replace(/^managed /, ''));
  const count = names.reduce((sum, name) => sum + (hits.get(name) ?? 0), 0);
  return {
    number,
    action,
    pattern: visible(formatPattern(rule.pattern)),
    layer: 'team',
    place: source.line === undefined ? null : `permissions.toml:${source.line}`,
    comment: comment === undefined ? null : visible(comment),
    hits: count,
    findings: [],
    unused: action === 'allow' && count === 0,
  };
}

async function answer(
  body: MountedRequest['body'],
  { owner: name }: Principal,
  { inbox }: HubData,
): Promise<MountedReply> {
  const { asks, action, message, through } = readAnswer(body);
  if (body.always !== undefined) throw new BadRequest('a rule of a team comes with its policy');
  const by = { kind: 'person', name, through } as const;
  const outcomes: AnswerOutcome[] = [];
  for (const { id, hash } of asks)
    outcomes.push(await inbox.answer(id, { hash, action, by, ...(message === undefined ? {} : { message }) }));
  const isTaken = outcomes.some(({ kind }) => kind === 'won' || kind === 'approved');
  if (!isTaken && outcomes.some(({ kind }) => kind === 'not-theirs'))
    return { status: 403, body: { error: 'someone else has to allow a call of your own agent' } };
  return { status: isTaken ? 200 : 409, body: { outcomes: outcomes.map(answered), always: null } };
}

async function viewIn(query: Asked['query'], { inbox }: HubData) {
  const view = await inbox.view(textIn(query, 'id'));
  if (view === null) throw new BadRequest('there is no such question');
  return view;
}

function dayIn({ day }: Asked['query']): string {
  return day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) ? day : dayName(new Date());
}

function filterIn(fields: Readonly<Record<string, unknown>>): FleetFilter {
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? { [name]: value } : {};
  };
  return { ...text('team'), ...text('project'), ...text('agent') };
}
