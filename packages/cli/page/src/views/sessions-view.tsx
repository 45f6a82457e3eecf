import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useFilter } from '../fleet-filter.tsx';
import { dayAndTime, grouped, plural, shortPath, timeOfDay } from '../format.ts';
import { Pieces } from '../pieces.tsx';
import type { SessionSummary, Sessions, Timeline, TimelineEntry } from '../types.ts';
import { useEvery, useLoad } from '../use-load.ts';
import { LogProgress } from './log-progress.tsx';
import { sessionAddress, sessionKey } from './session-address.ts';

const READING_MS = 700;
const AGAIN_MS = 5_000;

export function SessionsView({ id }: { readonly id: string }): JSX.Element {
  const { state, again } = useLoad<Sessions>('/api/page/sessions', useFilter());
  const isReading = state.kind !== 'loaded' || state.body.state === 'reading';
  useEvery(isReading ? READING_MS : AGAIN_MS, again);
  const sessions = state.kind === 'loaded' ? state.body.sessions : [];
  return (
    <>
      <div class="view-head">
        <h1>Sessions</h1>
        <LogProgress
          state={state.kind === 'loaded' ? state.body.state : 'reading'}
          read={state.kind === 'loaded' ? state.body.read : 0}
        />
      </div>
      {state.kind === 'loaded' && sessions.length === 0 && !isReading && (
        <p class="faint">No session in the last 30 days.</p>
      )}
      <div class={`split${id === '' ? '' : ' has-choice'}`}>
        <ul class="session-list" aria-label="Sessions">
          {sessions.map((session) => (
            <SessionRow key={sessionKey(session)} session={session} isChosen={sessionKey(session) === id} />
          ))}
        </ul>
        <div class="detail">
          {id === '' ? <p class="faint">Choose a session.</p> : <TimelineView key={id} id={id} />}
        </div>
      </div>
    </>
  );
}

function SessionRow({ session, isChosen }: { readonly session: SessionSummary; readonly isChosen: boolean }) {
  const { install, host, workspace, first, asked, denied, allowed, left } = session;
  return (
    <li>
      <a href={sessionAddress(session)} aria-current={isChosen ? 'true' : undefined}>
        <span class="session-title">
          <b>{shortPath(workspace)}</b>{' '}
          <span class="faint">
            {install === null ? '' : `${install} › `}
            {host}
          </span>
        </span>
        <span class="faint">{dayAndTime(first)}</span>
        <span class="session-counts">
          {plural(asked + denied + allowed + left, 'call')}
          {asked > 0 && <span class="tag asked">{grouped(asked)} asked</span>}
          {denied > 0 && <span class="tag denied">{grouped(denied)} denied</span>}
        </span>
      </a>
    </li>
  );
}

function TimelineView({ id }: { readonly id: string }) {
  const { state } = useLoad<Timeline>('/api/page/timeline', { id });
  const [isRiskyOnly, setRiskyOnly] = useState(false);
  if (state.kind === 'loading')
    return (
      <p class="faint" role="status">
        Reading its calls…
      </p>
    );
  if (state.kind === 'failed') return <p class="problem">{state.error}</p>;
  const { session, entries, more } = state.body;
  const risky = entries.filter(isRisky);
  return (
    <>
      <div class="detail-head">
        <a class="back" href="#/sessions">
          ← all sessions
        </a>
        <h2>
          {session === null ? id : `${shortPath(session.workspace)} · ${session.host}`} <code class="faint">{id}</code>
        </h2>
        <label class="check">
          <input
            type="checkbox"
            checked={isRiskyOnly}
            onChange={({ currentTarget }) => setRiskyOnly(currentTarget.checked)}
          />
          only risky ones
        </label>
      </div>
      {risky.length > 0 && (
        <section class="pinned">
          <h3>{plural(risky.length, 'risky call')}</h3>
          <ol class="timeline">
            {risky.slice(0, 10).map((entry, index) => (
              <Call key={index} entry={entry} />
            ))}
          </ol>
        </section>
      )}
      {!isRiskyOnly && (
        <section>
          <h3>Everything, in order</h3>
          {more > 0 && <p class="faint">{plural(more, 'earlier call')} not shown</p>}
          <ol class="timeline">
            {entries.map((entry, index) => (
              <Call key={index} entry={entry} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function isRisky({ outcome, risk }: TimelineEntry): boolean {
  return outcome === 'deny' || risk === 'danger';
}

function Call({ entry }: { readonly entry: TimelineEntry }) {
  const { at, tool, call, outcome, answer, asked, because, rule, place, classes, agent } = entry;
  return (
    <li class={outcome}>
      <time dateTime={new Date(at).toISOString()}>{timeOfDay(at)}</time>
      <div>
        <p class="what">
          <b>{tool}</b> {agent !== null && <span class="faint">{agent}</span>}{' '}
          <code>
            <Pieces pieces={call} />
          </code>
        </p>
        <p class="faint">
          <span class={`tag ${outcome}`}>{outcomeText(entry)}</span>
          {asked && <span class="tag asked">asked</span>}
          {answer !== null && outcome !== 'handed-over' && <span class="tag">{answer}</span>}
          {classes
            .filter(({ risk }) => risk === 'danger')
            .map(({ name, description }) => (
              <span key={description} class="tag danger" title={name ?? ''}>
                {description}
              </span>
            ))}
          {because}
          {rule !== null && !because.includes(rule) && (
            <>
              {' '}
              · <code>{rule}</code> {place}
            </>
          )}
        </p>
      </div>
    </li>
  );
}

function outcomeText({ outcome, answer }: TimelineEntry): string {
  switch (outcome) {
    case 'allow':
      return 'allowed';
    case 'deny':
      return 'denied';
    case 'left-to-host':
      return 'left to the agent';
    case 'handed-over':
      return answer === null ? 'asked by the agent' : answer === 'refused' ? 'asked: refused' : 'asked: ran';
  }
}
