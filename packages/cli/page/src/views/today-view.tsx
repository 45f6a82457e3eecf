import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useFilter } from '../fleet-filter.tsx';
import { dayTitle, grouped, neighbourDay, plural, shortPath } from '../format.ts';
import { IS_HUB } from '../server.ts';
import type { Counts, NamedCounts, RepeatedQuestion, SessionSummary, Today } from '../types.ts';
import { useEvery, useLoad } from '../use-load.ts';
import { useViews } from '../views.ts';
import { HourChart } from './hour-chart.tsx';
import { LogProgress } from './log-progress.tsx';
import { sessionAddress } from './session-address.ts';

const READING_MS = 700;
const AGAIN_MS = 5_000;

/** Questions and denials of one day, and which of them a rule would have avoided. */
export function TodayView(): JSX.Element {
  const [day, setDay] = useState<string | null>(null);
  const { state, again } = useLoad<Today>('/api/page/today', { ...useFilter(), ...(day === null ? {} : { day }) });
  const isReading = state.kind !== 'loaded' || state.body.state === 'reading';
  useEvery(isReading ? READING_MS : AGAIN_MS, again);
  const today = state.kind === 'loaded' ? state.body : null;
  return (
    <>
      <div class="view-head">
        <h1>{today === null ? 'Today' : dayTitle(today.day, today.today)}</h1>
        <LogProgress state={today?.state ?? 'reading'} read={today?.read ?? 0} problem={today?.problem ?? null} />
        <span class="pager">
          <button
            type="button"
            class="quiet"
            disabled={today === null || today.days.every((each) => each >= today.day)}
            onClick={() => today !== null && setDay(neighbourDay(today.day, -1))}
          >
            ← day before
          </button>
          <button
            type="button"
            class="quiet"
            disabled={today === null || today.day >= today.today}
            onClick={() => today !== null && setDay(neighbourDay(today.day, 1))}
          >
            day after →
          </button>
        </span>
      </div>
      {state.kind === 'failed' && <p class="problem">{state.error}</p>}
      <Figures spared={today?.spared ?? 0} total={today?.total ?? NO_COUNTS} sessions={today?.sessions ?? []} />
      <HourChart hours={today?.hours ?? NO_HOURS} />
      <div class="columns">
        <NamedList title="Projects" rows={today?.projects ?? []} nameOf={shortPath} />
        <NamedList title="Agents" rows={today?.hosts ?? []} nameOf={(name) => name} />
      </div>
      <Interruptions sessions={today?.sessions ?? []} />
      <Repeated kinds={today?.kinds ?? []} />
    </>
  );
}

const NO_COUNTS: Counts = { allowed: 0, asked: 0, denied: 0, left: 0 };
const NO_HOURS: readonly Counts[] = Array.from({ length: 24 }, () => NO_COUNTS);

type FiguresProps = {
  readonly total: Counts;
  readonly spared: number;
  readonly sessions: readonly SessionSummary[];
};

function Figures({ total, spared, sessions }: FiguresProps) {
  const hasSuggestions = useViews().some(([view]) => view === 'suggestions');
  const figures: readonly (readonly [string, number, string])[] = [
    ['asked', total.asked, 'questions'],
    ['denied', total.denied, 'denied by rules'],
    ['allowed', total.allowed, 'allowed by rules'],
    ['left', total.left, 'left to the agent'],
  ];
  return (
    <>
      <dl class="figures">
        {figures.map(([kind, count, name]) => (
          <div key={kind} class={kind}>
            <dt>{name}</dt>
            <dd>{grouped(count)}</dd>
          </div>
        ))}
      </dl>
      <p class="lead">
        {total.asked === 0
          ? 'No interruptions.'
          : `${plural(total.asked, 'interruption')} in ${plural(Math.max(1, sessions.filter(({ asked }) => asked > 0).length), 'session')}; rules for what is always allowed would have spared ${grouped(spared)}.`}{' '}
        {spared > 0 && hasSuggestions && <a href="#/suggestions">See the rules</a>}
      </p>
    </>
  );
}

type NamedListProps = {
  readonly title: string;
  readonly rows: readonly NamedCounts[];
  readonly nameOf: (name: string) => string;
};

function NamedList({ title, rows, nameOf }: NamedListProps) {
  const most = Math.max(1, ...rows.map(({ asked, denied, allowed, left }) => asked + denied + allowed + left));
  return (
    <section class="block">
      <h2>{title}</h2>
      {rows.length === 0 && <p class="faint">None.</p>}
      <ul class="bars">
        {rows.slice(0, 8).map(({ name, asked, denied, allowed, left }) => (
          <li key={name} title={name}>
            <span class="name">{nameOf(name)}</span>
            <span class="counts">
              <b class="asked">{grouped(asked)}</b> asked · <b class="denied">{grouped(denied)}</b> denied ·{' '}
              {grouped(allowed + left)} passed
            </span>
            <Bar
              parts={[
                ['asked', asked],
                ['denied', denied],
                ['passed', allowed + left],
              ]}
              most={most}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bar({ parts, most }: { readonly parts: readonly (readonly [string, number])[]; readonly most: number }) {
  let at = 0;
  return (
    <svg class="bar-line" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(([kind, count]) => {
        const x = at;
        const width = (100 * count) / most;
        at += width;
        return <rect key={kind} class={kind} x={x} y="0" width={width} height="4" />;
      })}
    </svg>
  );
}

function Interruptions({ sessions }: { readonly sessions: readonly SessionSummary[] }) {
  const interrupted = sessions.filter(({ asked, denied }) => asked + denied > 0);
  if (interrupted.length === 0) return null;
  return (
    <section class="block">
      <h2>
        Interruptions by session <span class="faint">each from its beginning to its end, also on other days</span>
      </h2>
      <div class="table-frame">
        <table>
          <thead>
            <tr>
              <th>Session</th>
              <th>Agent</th>
              <th>Project</th>
              <th class="number">Questions</th>
              <th class="number">A rule would spare</th>
              <th class="number">Denied</th>
            </tr>
          </thead>
          <tbody>
            {interrupted.slice(0, 20).map((session) => (
              <tr key={sessionAddress(session)}>
                <td>
                  <SessionLink session={session} />
                </td>
                <td>{session.install ?? session.host}</td>
                <td title={session.workspace}>{shortPath(session.workspace)}</td>
                <td class="number">{grouped(session.asked)}</td>
                <td class="number">{session.spared === 0 ? '–' : grouped(session.spared)}</td>
                <td class="number">{session.denied === 0 ? '–' : grouped(session.denied)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** On a hub only admins may read a session. */
function SessionLink({ session }: { readonly session: SessionSummary }) {
  const name = session.id.slice(0, 8);
  if (!useViews().some(([view]) => view === 'sessions')) return <code>{name}</code>;
  return (
    <a class="mono" href={sessionAddress(session)}>
      {name}
    </a>
  );
}

function Repeated({ kinds }: { readonly kinds: readonly RepeatedQuestion[] }) {
  const hasSuggestions = useViews().some(([view]) => view === 'suggestions');
  if (kinds.length === 0) return null;
  return (
    <section class="block">
      <h2>{IS_HUB ? 'What the agents asked about' : 'What you were asked about'}</h2>
      <ul class="rows">
        {kinds.slice(0, 15).map(({ tool, call, asked, allowed, denied, spared }) => (
          <li key={`${tool} ${call}`}>
            <span class="number-cell">{grouped(asked)}×</span>
            <span class="grow">
              <b>{tool}</b> <code>{call}</code>
            </span>
            <span class="faint">
              {allowed + denied === 0
                ? ''
                : `${IS_HUB ? 'so far' : 'in 30 days'} ${grouped(allowed)} allowed, ${grouped(denied)} rejected`}
            </span>
            {spared && hasSuggestions && (
              <a class="chip" href="#/suggestions">
                a rule would spare this
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
