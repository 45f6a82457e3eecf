import type { JSX } from 'preact';
import { plural } from '../format.ts';
import { Diff, Pieces } from '../pieces.tsx';
import type { PageChange, PageRehearsal } from '../types.ts';

/** What a yes changes, because the agent has tried the command where it could change nothing. */
export function Rehearsed({
  rehearsal: { text, failed, changes, more, output },
}: {
  readonly rehearsal: PageRehearsal;
}): JSX.Element {
  return (
    <section class="rehearsed" aria-label="Rehearsal">
      <p class={failed ? 'problem' : ''}>{text}</p>
      {changes.length > 0 && (
        <ul class="changes">
          {changes.map((change, index) => (
            <li key={index}>
              <Change change={change} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p class="problem">and {plural(more, 'more change')}</p>}
      {output !== null && (
        <>
          <p class="label">Its output</p>
          <pre class="call">
            <Pieces pieces={output} />
          </pre>
        </>
      )}
    </section>
  );
}

function Change({ change: { effect, kind, path, detail, diff } }: { readonly change: PageChange }) {
  return (
    <>
      <p class="path">
        <span class={effect}>
          {effect}
          {kind === 'file' ? '' : ` ${kind}`}
        </span>{' '}
        <Pieces pieces={path} />
        {detail !== '' && <span class="faint"> ({detail})</span>}
      </p>
      {diff !== null && <Diff lines={diff} />}
    </>
  );
}
