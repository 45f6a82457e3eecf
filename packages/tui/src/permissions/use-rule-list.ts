import type { ListedRule, RuleEditor } from '@caliban/agent/session';
import { errorText } from '@caliban/calls/text';
import { useContext, useEffect, useRef } from 'react';
import { TimerContext } from '../fields/timer.ts';
import { type Live, useLive } from '../fields/use-live.ts';

export type LoadedRules =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'loaded'; readonly rules: readonly ListedRule[] };

const POLL_MS = 2000;

/** The effective rules, read again on demand and after each decision, and the files that changed meanwhile. */
export function useRuleList(ruleEditor: RuleEditor): {
  readonly loaded: Live<LoadedRules>;
  readonly changedFiles: readonly string[];
  readonly reload: () => Promise<void>;
} {
  const timer = useContext(TimerContext);
  const loaded = useLive<LoadedRules>(() => ({ kind: 'loading' }));
  const changed = useLive<readonly string[]>(() => []);
  const reload = useRef(async () => {
    try {
      loaded.set({ kind: 'loaded', rules: await ruleEditor.list() });
    } catch (error) {
      loaded.set({ kind: 'failed', message: errorText(error) });
    }
  });

  useEffect(() => {
    let isOff = false;
    let callOff = () => {};
    let version = '';
    const look = async () => {
      const found = ruleEditor.version();
      // Keeps counters and rules current, however long the screen is open.
      if (version !== '' && found !== version) void reload.current();
      version = found;
      const files = await ruleEditor.changedOnDisk().catch(() => []);
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
  }, [ruleEditor, timer, changed]);
  return { loaded, changedFiles: changed.current, reload: reload.current };
}
