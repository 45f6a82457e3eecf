import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useFilter } from '../fleet-filter.tsx';
import { ago, dayAndTime, grouped, plural } from '../format.ts';
import type { AgentProblem, Fleet, FleetAgent } from '../types.ts';
import { useEvery, useLoad } from '../use-load.ts';

const AGAIN_MS = 5_000;
const MAX_ROWS = 200;

/** Agents, whose they are, which policy they have, and what needs attention. */
export function FleetView(): JSX.Element {
  const { project: _, ...filter } = useFilter();
  const { state, again } = useLoad<Fleet>('/api/page/fleet', filter);
  useEvery(AGAIN_MS, again);
  const [wanted, setWanted] = useState<AgentProblem | null>(null);
  const fleet = state.kind === 'loaded' ? state.body : null;
  const agents = fleet?.agents ?? [];
  const shown = wanted === null ? agents : agents.filter(({ problems }) => problems.includes(wanted));
  return (
    <>
      <div class="view-head">
        <h1>Fleet</h1>
        <p class="faint" role="status">
          {fleet === null
            ? 'Loading…'
            : `${plural(agents.length, 'agent')}, policy ${fleet.version === 0 ? 'none yet' : `version ${fleet.version}`}`}
        </p>
      </div>
      {state.kind === 'failed' && <p class="problem">{state.error}</p>}
      {fleet !== null && (
        <>
          <Attention agents={agents} wanted={wanted} choose={setWanted} />
          {fleet.uncounted > MANY_LINES && (
            <p class="faint">{plural(fleet.uncounted, 'line')} of the logs are not in the sums of these pages yet.</p>
          )}
          <Agents agents={sorted(shown)} fleet={fleet} />
          <Gaps gaps={fleet.gaps} />
        </>
      )}
    </>
  );
}

const MANY_LINES = 10_000;

const PROBLEMS: Readonly<Record<AgentProblem, readonly [title: string, about: string]>> = {
  'no-policy': ['no policy', 'It denies every call until it has pulled one.'],
  'old-policy': ['old policy', 'It is in touch or was, and has an older version than the one in force.'],
  gaps: [
    'gaps in the log',
    'Part of its log was lost before it was handed in, or was handed in again with other content.',
  ],
  silent: ['silent', 'Not seen for a day or longer.'],
  'never-seen': ['never seen', 'Its token was never used.'],
  revoked: ['revoked', 'Its token was revoked or has expired.'],
};
const ORDER = Object.keys(PROBLEMS) as readonly AgentProblem[];

type AttentionProps = {
  readonly agents: readonly FleetAgent[];
  readonly wanted: AgentProblem | null;
  readonly choose: (problem: AgentProblem | null) => void;
};

function Attention({ agents, wanted, choose }: AttentionProps) {
  const counts = ORDER.map((problem) => [problem, agents.filter(({ problems }) => problems.includes(problem)).length]);
  const present = counts.filter(([problem, count]) => Number(count) > 0 || problem === wanted) as [
    AgentProblem,
    number,
  ][];
  if (present.length === 0)
    return <p class="good">Every agent is in touch, has the policy in force and a whole log.</p>;
  return (
    <ul class="attention" aria-label="What needs attention">
      {present.map(([problem, count]) => (
        <li key={problem}>
          <button
            type="button"
            class="chip"
            aria-pressed={wanted === problem}
            title={PROBLEMS[problem][1]}
            onClick={() => choose(wanted === problem ? null : problem)}
          >
            {PROBLEMS[problem][0]}: {grouped(count)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Agents({ agents, fleet }: { readonly agents: readonly FleetAgent[]; readonly fleet: Fleet }) {
  if (agents.length === 0)
    return (
      <div class="empty">
        <h2>No agent</h2>
        <p class="faint">
          <code>caliban hub token add NAME --role agent --owner PERSON --team TEAM</code> makes its token, and{' '}
          <code>caliban hub join</code> on its machine connects it.
        </p>
      </div>
    );
  return (
    <section class="block">
      <div class="table-frame">
        <table class="fleet">
          <thead>
            <tr>
              <th>Agent</th>
              <th>Owner</th>
              <th>Team</th>
              <th>Seen</th>
              <th class="number">Policy</th>
              <th class="number">Open</th>
              <th class="number" title="questions in the last 7 days">
                Asked
              </th>
              <th class="number">Log lines</th>
              <th>caliban</th>
            </tr>
          </thead>
          <tbody>
            {agents.slice(0, MAX_ROWS).map((agent) => (
              <AgentRow key={agent.name} agent={agent} fleet={fleet} />
            ))}
          </tbody>
        </table>
      </div>
      {agents.length > MAX_ROWS && (
        <p class="faint">{plural(agents.length - MAX_ROWS, 'more agent')}; choose a team or an agent above.</p>
      )}
    </section>
  );
}

function AgentRow({ agent, fleet: { now, version } }: { readonly agent: FleetAgent; readonly fleet: Fleet }) {
  const { name, owner, team, seenAt, open, asked, lines, caliban, platform, problems } = agent;
  return (
    <tr>
      <td>
        <b>{name}</b>
        {problems.map((problem) => (
          <span key={problem} class={`tag ${problem}`} title={PROBLEMS[problem][1]}>
            {problem === 'gaps' ? plural(agent.gaps, 'gap') : PROBLEMS[problem][0]}
          </span>
        ))}
      </td>
      <td>{owner === '' ? '–' : owner}</td>
      <td>{team === '' ? '–' : team}</td>
      <td title={seenAt === null ? '' : new Date(seenAt).toISOString()}>
        {seenAt === null ? 'never' : ago(seenAt, now)}
      </td>
      <td class="number">{agent.version === null ? (version === 0 ? '–' : 'none') : agent.version}</td>
      <td class="number">{open === 0 ? '–' : grouped(open)}</td>
      <td class="number">{asked === 0 ? '–' : grouped(asked)}</td>
      <td class="number">{grouped(lines)}</td>
      <td class="faint" title={platform ?? ''}>
        {caliban ?? '–'}
      </td>
    </tr>
  );
}

function Gaps({ gaps }: Pick<Fleet, 'gaps'>) {
  if (gaps.length === 0) return null;
  return (
    <section class="block">
      <h2>Gaps in the logs</h2>
      <ul class="rows">
        {gaps.slice(0, MAX_ROWS).map(({ at, agent, sequence, what }) => (
          <li key={`${agent} ${sequence} ${at}`}>
            <b>{agent}</b>
            <span class="grow">
              after line {grouped(sequence)}: {what}
            </span>
            <span class="faint">{dayAndTime(Date.parse(at))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The most pressing first, then by name. */
function sorted(agents: readonly FleetAgent[]): readonly FleetAgent[] {
  const rank = ({ problems: [first] }: FleetAgent) => (first === undefined ? ORDER.length : ORDER.indexOf(first));
  return agents.toSorted((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));
}
