import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ago, grouped } from '../format.ts';
import { IS_HUB } from '../server.ts';
import type { SimilarAnswers } from '../types.ts';
import { useLoad } from '../use-load.ts';

const AGAIN_MS = 1_500;

/** One line from the beginning, so that nothing moves when the log has been read. */
export function SimilarRow({ id }: { readonly id: string | undefined }): JSX.Element {
  const { state, again } = useLoad<SimilarAnswers>(id === undefined ? null : '/api/page/similar', { id: id ?? '' });
  const isReading = state.kind === 'loaded' && state.body.state === 'reading';
  useEffect(() => {
    if (!isReading) return;
    const timer = setInterval(again, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isReading, again]);
  if (state.kind !== 'loaded') return <p class="similar faint">Similar calls: looking…</p>;
  const { allowed, denied, last } = state.body;
  const [latest] = last;
  if (latest === undefined)
    return (
      <p class="similar faint">
        {isReading
          ? 'Similar calls: reading the log…'
          : allowed + denied > 0
            ? `Similar calls: ${grouped(allowed)} allowed, ${grouped(denied)} rejected`
            : IS_HUB
              ? 'No one has answered anything like it yet.'
              : 'You have answered nothing like it yet.'}
      </p>
    );
  const now = Date.now();
  return (
    <details class="similar">
      <summary>
        Similar calls: {grouped(allowed)} allowed, {grouped(denied)} rejected;{' '}
        {latest.answer === 'allow' ? 'allowed' : 'rejected'} {ago(latest.at, now)}
      </summary>
      <ul>
        {last.map(({ at, answer, call }) => (
          <li key={`${at} ${call}`}>
            <span class={answer}>{answer === 'allow' ? 'allowed' : 'rejected'}</span> <code>{call}</code>{' '}
            <span class="faint">{ago(at, now)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
