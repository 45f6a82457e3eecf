import type { JSX } from 'preact';
import { plural } from '../format.ts';
import type { LogState } from '../types.ts';

export type LogProgressProps = { readonly state: LogState; readonly read: number; readonly problem?: string | null };

export function LogProgress({ state, read, problem = null }: LogProgressProps): JSX.Element {
  if (state === 'failed') return <p class="problem">The log can’t be read: {problem}</p>;
  return (
    <p class="faint" role="status">
      {state === 'reading'
        ? `Reading the log: ${plural(read, 'decision')} so far…`
        : `${plural(read, 'decision')} in 30 days`}
    </p>
  );
}
