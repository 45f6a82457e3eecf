import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useFilter } from '../fleet-filter.tsx';
import { dayAndTime, grouped, plural, shortPath } from '../format.ts';
import { Prose } from '../prose.tsx';
import { IS_HUB } from '../server.ts';
import type { Findings, PageFinding, PageRule, PolicyView as Policy, PolicyVersion, TriedCall } from '../types.ts';
import { useLoad } from '../use-load.ts';
import { useViews } from '../views.ts';
import { PlanPanel } from './plan-panel.tsx';
import { TryPanel } from './try-panel.tsx';
import { useWorkspaces } from './use-workspaces.ts';

/** Layers, rules with their hits, how a call passes through them, and what a draft would change. */
export function PolicyView(): JSX.Element {
  const workspaces = useWorkspaces();
  const [chosen, setChosen] = useState<string | null>(null);
  const workspace = IS_HUB ? '' : (chosen ?? workspaces?.[0] ?? null);
  const filter = useFilter();
  const { state, again } = useLoad<Policy>(workspace === null ? null : '/api/page/policy', {
    ...filter,
    workspace: workspace ?? '',
  });
  const policy = state.kind === 'loaded' ? state.body : null;
  const isCounting = policy?.log === 'reading';
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(again, 1_500);
    return () => clearInterval(timer);
  }, [isCounting, again]);
  return (
    <>
      <div class="view-head">
        <h1>Policy</h1>
        <p class="faint">
          {policy === null
            ? 'Loading…'
            : `${plural(policy.rules.length, 'rule')} in force${policy.versions === null ? `, mode ${policy.mode}` : ` on all agents, version ${policy.versions[0]?.version ?? 0}`}`}
          {policy?.enforcedBy == null ? '' : `, enforced by ${policy.enforcedBy}`}
        </p>
        {!IS_HUB && (
          <span class="pager">
            <select
              aria-label="Project"
              value={workspace ?? ''}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            >
              {(workspaces ?? []).map((each) => (
                <option key={each} value={each} title={each}>
                  {shortPath(each)}
                </option>
              ))}
            </select>
          </span>
        )}
      </div>
      {workspace === null && workspaces !== null && <p class="faint">The log knows no project yet.</p>}
      {state.kind === 'failed' && <p class="problem">{state.error}</p>}
      {policy !== null && <PolicyOf key={policy.workspace} policy={policy} />}
    </>
  );
}

function PolicyOf({ policy }: { readonly policy: Policy }) {
  const [tried, setTried] = useState<TriedCall | null>(null);
  const { state } = useLoad<Findings>('/api/page/findings', { workspace: policy.workspace });
  const findings = state.kind === 'loaded' ? state.body.findings : [];
  // Replaying calls shows them.
  const mayPlan = useViews().some(([view]) => view === 'sessions');
  return (
    <>
      <TryPanel workspace={policy.workspace} onTried={setTried} />
      {policy.versions !== null && <Versions versions={policy.versions} />}
      {policy.files.length > 0 && (
        <section class="block">
          <h2>Layers</h2>
          <ul class="layers">
            {policy.files
              .filter(({ state }) => state !== 'missing')
              .map(({ layer, file, rules, state, problems }) => (
                <li key={file} class={state}>
                  <b>{layer}</b> <code title={file}>{file}</code>{' '}
                  <span class="faint">{state === 'loaded' ? plural(rules, 'rule') : state}</span>
                  {problems.map((problem) => (
                    <p key={problem} class="problem">
                      {problem}
                    </p>
                  ))}
                </li>
              ))}
          </ul>
        </section>
      )}
      <section class="block">
        <h2>
          Rules, in the order in which they are tried{' '}
          <span class="faint">{state.kind === 'loading' ? 'looking for shadowed ones…' : ''}</span>
        </h2>
        <RuleTable rules={policy.rules} findings={findings} tried={tried} />
      </section>
      {mayPlan && <PlanPanel workspace={policy.workspace} />}
    </>
  );
}

function Versions({ versions }: { readonly versions: readonly PolicyVersion[] }) {
  return (
    <section class="block">
      <h2>Versions</h2>
      {versions.length === 0 ? (
        <p class="faint">
          No policy was pushed yet, so agents that joined deny every call: <code>caliban hub policy push</code>
        </p>
      ) : (
        <ul class="rows">
          {versions.slice(0, MAX_VERSIONS).map(({ version, pushedAt, pushedBy, note }) => (
            <li key={version}>
              <span class="number-cell">{version}</span>
              <span class="grow">{note === '' ? <span class="faint">no note</span> : note}</span>
              <span class="faint">
                {pushedBy}, {dayAndTime(Date.parse(pushedAt))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const MAX_VERSIONS = 10;

type RuleTableProps = {
  readonly rules: readonly PageRule[];
  readonly findings: readonly PageFinding[];
  readonly tried: TriedCall | null;
};

function RuleTable({ rules, findings, tried }: RuleTableProps) {
  const matches = new Set(tried?.parts.flatMap((part) => part.matches));
  const decides = new Set(tried?.parts.map((part) => part.decides));
  return (
    <div class="table-frame">
      <table class="rules">
        <thead>
          <tr>
            <th class="number">#</th>
            <th>Action</th>
            <th>Pattern</th>
            <th>From</th>
            <th class="number">Hits</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => {
            const said = findings.filter(({ file, line }) => file !== null && rule.place === `${file}:${line}`);
            const walk = decides.has(rule.number) ? ' decides' : matches.has(rule.number) ? ' matches' : '';
            return (
              <tr key={rule.number} class={`${rule.action}${tried === null ? '' : walk === '' ? ' passed-by' : walk}`}>
                <td class="number">{rule.number}</td>
                <td>
                  <span class={`action ${rule.action}`}>{rule.action}</span>
                </td>
                <td>
                  <code>{rule.pattern}</code>
                  {rule.comment !== null && <p class="faint">{rule.comment}</p>}
                  {said.map(({ message, severity }) => (
                    <p key={message} class={`finding ${severity}`}>
                      <Prose text={message} />
                    </p>
                  ))}
                  {rule.unused && <span class="tag">not needed in 30 days</span>}
                </td>
                <td class="faint" title={rule.place ?? ''}>
                  {rule.layer}
                  {rule.place === null ? '' : ` ${rule.place.split('/').at(-1)}`}
                </td>
                <td class="number">{grouped(rule.hits)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
