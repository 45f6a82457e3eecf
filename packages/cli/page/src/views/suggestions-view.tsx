import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { post } from '../api.ts';
import { useFilter } from '../fleet-filter.tsx';
import { grouped, plural, shortPath } from '../format.ts';
import { IS_HUB } from '../server.ts';
import type { SuggestedRule, Suggestions } from '../types.ts';
import { useLoad } from '../use-load.ts';
import { useWorkspaces } from './use-workspaces.ts';

type Scope = Suggestions['scope'];

/** The proposals of `perms learn`, with evidence; accepted rules are written after a look at the lines. */
export function SuggestionsView(): JSX.Element {
  const workspaces = useWorkspaces();
  const [chosenProject, setProject] = useState<string | null>(null);
  const [scope, setScope] = useState<Scope>('project');
  const project = IS_HUB ? '' : (chosenProject ?? workspaces?.[0] ?? null);
  const filter = useFilter();
  const { state, again } = useLoad<Suggestions>(project === null ? null : '/api/page/suggestions', {
    ...filter,
    project: project ?? '',
    scope,
  });
  return (
    <>
      <div class="view-head">
        <h1>Suggestions</h1>
        <p class="faint">Rules for what already ran, with their evidence</p>
        {!IS_HUB && (
          <span class="pager">
            <select
              aria-label="Project"
              value={project ?? ''}
              onChange={({ currentTarget }) => setProject(currentTarget.value)}
            >
              {(workspaces ?? []).map((each) => (
                <option key={each} value={each} title={each}>
                  {shortPath(each)}
                </option>
              ))}
            </select>
            <select
              aria-label="For whom"
              value={scope}
              onChange={({ currentTarget }) => setScope(currentTarget.value as Scope)}
            >
              <option value="project">rules of this project</option>
              <option value="user">my own rules, everywhere</option>
            </select>
          </span>
        )}
      </div>
      {project === null && workspaces !== null && (
        <p class="faint">The log knows no project yet. Rules are learned from what your agents did.</p>
      )}
      {project !== null && state.kind === 'loading' && (
        <p class="faint" role="status">
          {IS_HUB ? 'Going through the calls of the last 30 days…' : 'Going through the histories of your agents…'}
        </p>
      )}
      {state.kind === 'failed' && <p class="problem">{state.error}</p>}
      {state.kind === 'loaded' && (
        <Proposed key={`${project} ${scope} ${JSON.stringify(filter)}`} suggestions={state.body} again={again} />
      )}
    </>
  );
}

function Proposed({ suggestions, again }: { readonly suggestions: Suggestions; readonly again: () => void }) {
  const { rules, reading, refused, preview, file } = suggestions;
  const offered = rules.filter(({ calls }) => calls > 0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [written, setWritten] = useState<string | null>(null);
  const toggle = (pattern: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(pattern)) after.add(pattern);
      return after;
    });
  return (
    <>
      <p class="lead">{reading.join(' ')}</p>
      {written !== null && (
        <p class="good" role="status">
          {written}
        </p>
      )}
      {offered.length === 0 ? (
        <div class="empty">
          <h2>No rule to propose</h2>
          <p class="faint">Nothing ran often enough that no rule decides already.</p>
        </div>
      ) : (
        <ul class="suggestions">
          {offered.map((rule) => (
            <Suggested key={rule.pattern} rule={rule} isChosen={chosen.has(rule.pattern)} toggle={toggle} />
          ))}
        </ul>
      )}
      {preview !== null && offered.length > 0 && <BeforeAndAfter preview={preview} />}
      {refused.length > 0 && (
        <details class="block">
          <summary>{plural(refused.length, 'wider rule')} not proposed, because they would allow too much</summary>
          <ul class="rows">
            {refused.map(({ pattern, witness, why }) => (
              <li key={pattern}>
                <code>{pattern}</code>
                <span class="grow faint">
                  would also allow <code>{witness}</code>: {why}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {chosen.size > 0 && (
        <Accept
          suggestions={suggestions}
          patterns={[...chosen]}
          done={(count) => {
            setChosen(new Set());
            setWritten(`Wrote ${plural(count, 'rule')} to ${file}.`);
            again();
          }}
        />
      )}
    </>
  );
}

type SuggestedProps = {
  readonly rule: SuggestedRule;
  readonly isChosen: boolean;
  readonly toggle: (pattern: string) => void;
};

function Suggested({ rule: { pattern, action, evidence, examples, explanation }, isChosen, toggle }: SuggestedProps) {
  return (
    <li class={isChosen ? 'chosen' : ''}>
      <label>
        <input type="checkbox" checked={isChosen} onChange={() => toggle(pattern)} />
        <span class={`action ${action}`}>{action}</span>
        <code class="pattern">{pattern}</code>
        <span class="evidence">{evidence}</span>
      </label>
      {explanation !== '' && <p class="faint">{explanation}</p>}
      <p class="examples">
        {examples.map((example) => (
          <code key={example}>{example}</code>
        ))}
      </p>
    </li>
  );
}

const ROWS = [
  ['allow', 'allowed'],
  ['left', 'no rule decides'],
  ['ask', 'asked'],
  ['deny', 'denied'],
] as const;

function BeforeAndAfter({ preview }: { readonly preview: NonNullable<Suggestions['preview']> }) {
  return (
    <section class="block">
      <h2>With all of them, the last {plural(preview.calls, 'call')} would have been</h2>
      <table class="narrow">
        <thead>
          <tr>
            <th />
            <th class="number">now</th>
            <th class="number">then</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([name, title]) => (
            <tr key={name}>
              <td>{title}</td>
              <td class="number">{grouped(preview.before[name])}</td>
              <td class="number">{grouped(preview.after[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type AcceptProps = {
  readonly suggestions: Suggestions;
  readonly patterns: readonly string[];
  readonly done: (count: number) => void;
};

/** At the bottom of the page: the lines first, then the confirmation. */
function Accept({ suggestions: { project, scope, file }, patterns, done }: AcceptProps) {
  const [lines, setLines] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const filter = useFilter();
  const key = patterns.join('\n');
  useEffect(() => {
    setLines(null);
    let isOff = false;
    void post<{ readonly lines: readonly string[] }>('/api/page/suggestions/diff', {
      ...filter,
      project,
      scope,
      patterns,
    }).then((reply) => {
      if (isOff) return;
      if (reply.kind === 'ok') setLines(reply.body.lines);
      if (reply.kind === 'problem') setProblem(reply.error);
    });
    return () => {
      isOff = true;
    };
  }, [key, project, scope]);
  const accept = async () => {
    const reply = await post<{ readonly written: number }>('/api/page/suggestions/accept', {
      project,
      scope,
      patterns,
    });
    if (reply.kind === 'ok') done(reply.body.written);
    if (reply.kind === 'problem') setProblem(reply.error);
  };
  return (
    <div class="foot-panel">
      <p>
        {IS_HUB ? (
          <>
            Add these lines to the policy and push it: <code>caliban hub policy push permissions.toml</code>
          </>
        ) : (
          <>
            These lines come into <code>{file}</code>:
          </>
        )}
      </p>
      <pre class="call diff">
        {lines === null
          ? '…'
          : lines.map((line, index) => (
              <span
                key={index}
                class={`line ${line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same'}`}
              >
                {line}
                {'\n'}
              </span>
            ))}
      </pre>
      {problem !== null && <p class="problem">{problem}</p>}
      {IS_HUB ? (
        <CopyButton lines={lines ?? []} />
      ) : (
        <button
          type="button"
          class="button allow"
          aria-disabled={lines === null}
          onClick={() => lines !== null && void accept()}
        >
          Write {plural(patterns.length, 'rule')}
        </button>
      )}
    </div>
  );
}

/** A policy is signed by the person who pushes it, so the page writes none. */
function CopyButton({ lines }: { readonly lines: readonly string[] }) {
  const [isCopied, setCopied] = useState(false);
  const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
  const copy = async () => {
    await navigator.clipboard.writeText(`${added.join('\n')}\n`);
    setCopied(true);
  };
  return (
    <button
      type="button"
      class="button plain"
      aria-disabled={added.length === 0}
      onClick={() => added.length > 0 && void copy()}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}
