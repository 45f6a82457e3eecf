import { visible } from '@caliban/calls/text';
import type { Agent, FleetFilter, HubData } from '@caliban/hub';
import type { AskView } from '@caliban/inbox';
import type { AgentProblem, Fleet, FleetAgent } from '../page-types.ts';

const MAX_GAPS = 200;
const MAX_AGENTS = 100_000;
const WEEK_MS = 7 * 86_400_000;
/** An agent syncs once a minute while its server runs. */
const SILENT_MS = 24 * 3_600_000;
/** So long after a push, an agent in touch with the hub has the new policy. */
const PULL_MS = 10 * 60_000;

/** Who is connected, with which policy, and what needs attention. */
export async function fleetView({ team, agent }: FleetFilter, data: HubData): Promise<Fleet> {
  const { logs, policies, sums, inbox } = data;
  const now = Date.now();
  const [agents, current, gaps, open, asked, uncounted] = await Promise.all([
    logs.agents(),
    policies.current(),
    logs.gaps(MAX_GAPS),
    inbox.pending(),
    sums.by('agent', {}, { from: new Date(now - WEEK_MS), to: new Date(now + WEEK_MS) }, MAX_AGENTS),
    sums.uncounted(),
  ]);
  const shown = agents.filter((each) => (team ?? each.team) === each.team && (agent ?? each.install) === each.install);
  const names = new Set(shown.map(({ install }) => install));
  const openOf = countBy(open, ({ ask }: AskView) => ask.context.from?.install ?? '');
  const askedOf = new Map(asked.map((each) => [each.name, each.asked]));
  const version = current?.version ?? 0;
  const versionSince = current === null ? null : Date.parse(current.pushedAt);
  return {
    now,
    version,
    versionSince,
    uncounted,
    agents: shown.map((each): FleetAgent => {
      const { install, owner, seenAt, policyVersion, lines, gaps: count, details } = each;
      return {
        name: visible(install),
        owner: visible(owner),
        team: visible(each.team),
        seenAt: seenAt === null ? null : Date.parse(seenAt),
        version: policyVersion === 0 ? null : policyVersion,
        lines,
        gaps: count,
        open: openOf.get(install) ?? 0,
        asked: askedOf.get(install) ?? 0,
        caliban: details.caliban === undefined ? null : visible(details.caliban),
        platform: details.platform === undefined ? null : visible(details.platform),
        problems: problemsOf(each, { now, version, versionSince }),
      };
    }),
    gaps: gaps
      .filter(({ install }) => names.has(install))
      .map(({ install, at, sequence, what }) => ({ at, agent: visible(install), sequence, what: visible(what) })),
  };
}

type InForce = { readonly now: number; readonly version: number; readonly versionSince: number | null };

function problemsOf(agent: Agent, { now, version, versionSince }: InForce): readonly AgentProblem[] {
  const { isRevoked, seenAt, policyVersion, gaps } = agent;
  if (isRevoked) return ['revoked'];
  if (seenAt === null) return ['never-seen'];
  const had = policyVersion ?? 0;
  const hadTime = versionSince !== null && now - versionSince > PULL_MS;
  return [
    ...(version > 0 && had === 0 ? (['no-policy'] as const) : []),
    ...(had > 0 && had < version && hadTime ? (['old-policy'] as const) : []),
    ...(gaps > 0 ? (['gaps'] as const) : []),
    ...(now - Date.parse(seenAt) > SILENT_MS ? (['silent'] as const) : []),
  ];
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
