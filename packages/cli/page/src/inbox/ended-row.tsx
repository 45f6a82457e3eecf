import type { JSX } from 'preact';
import { timeOfDay } from '../format.ts';
import type { Ended } from './use-inbox.ts';

/** Replaces the answers, at the same height. */
export function EndedRow({ ended }: { readonly ended: Ended }): JSX.Element {
  const { answer, late, always } = ended;
  const kind = answer === null ? 'gone' : answer.kind;
  return (
    <div class={`answers outcome ${kind}`} role="status">
      <span>
        <b>{HOW[kind] ?? kind}</b>
        {answer === null ? '' : ` ${byWhom(answer.by)} at ${timeOfDay(answer.at)}`}
        {answer?.message === undefined ? '' : `: “${answer.message}”`}
        {late && answer?.by.kind === 'person' ? '. Your answer came second and had no effect.' : ''}
        {late && answer?.by.kind !== 'person' ? '. Your answer came too late.' : ''}
      </span>
      {always?.kind === 'saved' && (
        <span class="saved">
          {always.file === null ? 'Kept until the session ends:' : 'Saved'}{' '}
          {always.rules.map((rule, index) => (
            <>
              {index > 0 && ', '}
              <code key={rule}>{rule}</code>
            </>
          ))}
          {always.file !== null && (
            <>
              {' '}
              to <code>{always.file}</code>
            </>
          )}
        </span>
      )}
      {always?.kind === 'not-saved' && <span class="problem">The rule was not saved: {always.problem}</span>}
    </div>
  );
}

const HOW: Readonly<Record<string, string>> = {
  allowed: 'Allowed',
  denied: 'Rejected',
  expired: 'Expired: no one answered in time.',
  cancelled: 'Withdrawn: the agent no longer waits.',
  gone: 'This question is gone.',
};

function byWhom({ kind, name, through }: NonNullable<Ended['answer']>['by']): string {
  switch (kind) {
    case 'person':
      return `by ${name} through ${through === 'page' ? 'the page' : through}`;
    case 'clock':
    case 'asker':
      return '';
  }
}
