import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { post } from '../api.ts';
import { useFilter } from '../fleet-filter.tsx';
import { grouped, plural } from '../format.ts';
import { IS_HUB } from '../server.ts';
import type { Outcomes, PageFileScope, PlanMatrix, RuleText } from '../types.ts';
import { useLoad } from '../use-load.ts';

const NAMES: readonly (readonly [keyof Outcomes, string])[] = [
  ['allow', 'allowed'],
  ['left', 'left to the agent'],
  ['ask', 'asked'],
  ['deny', 'denied'],
];

/** The outcome of the last calls under a draft. Nothing is written. */
export function PlanPanel({ workspace }: { readonly workspace: string }): JSX.Element {
  const filter = useFilter();
  const [scope, setScope] = useState<PageFileScope>('project');
  const { state } = useLoad<RuleText>('/api/page/rule-text', { workspace, scope });
  const [text, setText] = useState('');
  const [plan, setPlan] = useState<PlanMatrix | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const loaded = state.kind === 'loaded' ? state.body.text : null;
  useEffect(() => {
    if (loaded !== null) setText(loaded);
    setPlan(null);
  }, [loaded]);
  const compare = async () => {
    setRunning(true);
    setProblem(null);
    const reply = await post<PlanMatrix>('/api/page/plan', { ...filter, workspace, scope, text });
    setRunning(false);
    setPlan(reply.kind === 'ok' ? reply.body : null);
    setProblem(reply.kind === 'problem' ? reply.error : null);
  };
  return (
    <section class="block">
      <h2>What would a draft change?</h2>
      <form
        class="plan"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRunning) void compare();
        }}
      >
        <div class="two">
          {!IS_HUB && (
            <label>
              <span>The file of</span>
              <select value={scope} onChange={({ currentTarget }) => setScope(currentTarget.value as PageFileScope)}>
                <option value="project">this project, everyone</option>
                <option value="local">this project, only me</option>
                <option value="user">all my projects</option>
              </select>
            </label>
          )}
          <p class="faint">{state.kind === 'loaded' ? state.body.file : ''}</p>
        </div>
        <textarea
          class="text mono"
          rows={10}
          aria-label="Draft"
          spellcheck={false}
          placeholder={'[[permissions.rules]]\npattern = "Bash:npm test"\naction = "allow"'}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" class="button plain" aria-disabled={isRunning}>
          {isRunning ? 'Replaying the last 30 days…' : 'Compare'}
        </button>
      </form>
      {problem !== null && <p class="problem">{problem}</p>}
      {plan !== null && <MatrixTable plan={plan} />}
    </section>
  );
}

function MatrixTable({ plan }: { readonly plan: PlanMatrix }) {
  const { matrix, cells, calls, changes } = plan;
  return (
    <div class="matrix-block">
      <p>
        {plural(calls, 'call')} replayed; {plural(changes.length, 'rule')} changed.
      </p>
      <div class="table-frame">
        <table class="matrix">
          <thead>
            <tr>
              <th>now ↓ then →</th>
              {NAMES.map(([name, title]) => (
                <th key={name} class="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {NAMES.map(([from, title]) => (
              <tr key={from}>
                <th>{title}</th>
                {NAMES.map(([to]) => {
                  const count = matrix[from][to];
                  const change = from === to || count === 0 ? '' : RANK[to] > RANK[from] ? ' stricter' : ' looser';
                  return (
                    <td key={to} class={`number${change}`}>
                      {count === 0 ? '·' : grouped(count)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cells.map(({ before, after, count, calls: samples }) => (
        <div key={`${before} ${after}`}>
          <h3>
            {title(before)} → {title(after)}: {plural(count, 'call')}
          </h3>
          <ul class="rows">
            {samples.map(({ tool, call, count: times }) => (
              <li key={`${tool} ${call}`}>
                <span class="number-cell">{grouped(times)}×</span>
                <span class="grow">
                  <b>{tool}</b> <code>{call}</code>
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

const RANK = { allow: 0, left: 1, ask: 2, deny: 3 } as const;

function title(outcome: keyof Outcomes): string {
  return NAMES.find(([name]) => name === outcome)?.[1] ?? outcome;
}
