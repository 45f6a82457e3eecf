import type { DecisionHistory, LoggedDecision } from '@caliban/agent/session';
import { errorText } from '@caliban/calls/text';
import { useContext, useEffect } from 'react';
import { TimerContext } from '../fields/timer.ts';
import { type Live, useLive } from '../fields/use-live.ts';

/** The matches for a text in the whole log, newest first. */
export type Searched =
  | { readonly kind: 'none' }
  | { readonly kind: 'searching' }
  | { readonly kind: 'found'; readonly text: string; readonly decisions: readonly LoggedDecision[] }
  | { readonly kind: 'failed'; readonly message: string };

/** The maximum number of listed decisions. */
export const RECENT_DECISIONS = 500;

/** Searches after a short pause in typing; a new text aborts the search. */
export function useLogSearch(log: DecisionHistory, text: string): Live<Searched> {
  const timer = useContext(TimerContext);
  const searched = useLive<Searched>(() => ({ kind: 'none' }));
  useEffect(() => {
    if (text.trim() === '') {
      searched.set({ kind: 'none' });
      return;
    }
    const leaving = new AbortController();
    const show = (result: Searched) => {
      if (!leaving.signal.aborted) searched.set(result);
    };
    const callOff = timer.after(SEARCH_AFTER_MS, () => {
      show({ kind: 'searching' });
      log.search(text, RECENT_DECISIONS, leaving.signal).then(
        (found) => show({ kind: 'found', text, decisions: found.toReversed() }),
        (error: unknown) => show({ kind: 'failed', message: errorText(error) }),
      );
    });
    return () => {
      callOff();
      leaving.abort();
    };
  }, [log, timer, searched, text]);
  return searched;
}

const SEARCH_AFTER_MS = 200;
