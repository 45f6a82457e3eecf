import { errorText } from '@caliban/gate/internal/text/error-text';
import { useContext, useEffect, useRef } from 'react';
import { TimerContext } from '../fields/timer.ts';
import { type Live, useLive } from '../fields/use-live.ts';
import type { DeskRule, RuleDesk } from '../ports.ts';

export type LoadedRules =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'loaded'; readonly rules: readonly DeskRule[] };

const POLL_MS = 2000;

/** The effective rules, read anew on demand, and the files that somebody else has changed meanwhile. */
export function useRuleList(desk: RuleDesk): {
  readonly loaded: Live<LoadedRules>;
  readonly changedFiles: readonly string[];
  readonly reload: () => Promise<void>;
} {
  const timer = useContext(TimerContext);
  const loaded = useLive<LoadedRules>(() => ({ kind: 'loading' }));
  const changed = useLive<readonly string[]>(() => []);
  const reload = useRef(async () => {
    try {
      loaded.set({ kind: 'loaded', rules: await desk.list() });
    } catch (error) {
      loaded.set({ kind: 'failed', message: errorText(error) });
    }
  });

  useEffect(() => {
    let isOff = false;
    let callOff = () => {};
    const look = async () => {
      const files = await desk.changedOnDisk().catch(() => []);
      if (isOff) return;
      changed.set(files);
      callOff = timer.after(POLL_MS, look);
    };
    void reload.current();
    void look();
    return () => {
      isOff = true;
      callOff();
    };
  }, [desk, timer, changed]);
  return { loaded, changedFiles: changed.current, reload: reload.current };
}
