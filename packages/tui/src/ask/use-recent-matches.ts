import type { DecisionHistory } from '@caliban/agent/session';
import type { ToolCall } from '@caliban/calls';
import { formatPattern, type Rule } from '@caliban/gate';
import { type RuleMatcher, ruleMatcher } from '@caliban/gate/inspect';
import { useContext, useEffect, useRef } from 'react';
import type { Timer } from '../fields/clock-timer.ts';
import { TimerContext } from '../fields/timer.ts';
import { useLive } from '../fields/use-live.ts';

export type RecentMatches =
  | { readonly kind: 'counting' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'counted'; readonly matches: number; readonly of: number };

const COUNTING: RecentMatches = { kind: 'counting' };

export const RECENT_CALLS = 1000;
/** The number isn't needed while someone is typing. */
const SETTLE_MS = 120;
const AT_ONCE = 50;

/** How many of the last calls the rule would have matched. Counted between key presses, and dropped when the rule changes. */
export function useRecentMatches(log: DecisionHistory, rule: Rule | null, foldPaths: boolean): RecentMatches {
  const timer = useContext(TimerContext);
  const recent = useRef<Promise<readonly ToolCall[]> | null>(null);
  const found = useLive<RecentMatches>(() => COUNTING);
  const latest = useRef(rule);
  latest.current = rule;
  const rereadWhen = rule === null ? null : `${rule.action} ${formatPattern(rule.pattern)}`;

  useEffect(() => {
    const { current: counted } = latest;
    if (rereadWhen === null || counted === null) return;
    found.set(COUNTING);
    let isOff = false;
    let callOff = timer.after(SETTLE_MS, () => {
      recent.current ??= log.recentCalls(RECENT_CALLS);
      recent.current.then(
        (calls) => {
          if (isOff) return;
          const matches = ruleMatcher(counted, { foldPaths });
          callOff = countSlowly(calls, matches, timer, (count) => {
            if (!isOff) found.set({ kind: 'counted', matches: count, of: calls.length });
          });
        },
        () => {
          if (!isOff) found.set({ kind: 'unknown' });
        },
      );
    });
    return () => {
      isOff = true;
      callOff();
    };
  }, [rereadWhen, foldPaths, log, timer, found]);
  return found.current;
}

/** A few at a time, so that no key has to wait. Returns a function that stops it. */
function countSlowly(
  calls: readonly ToolCall[],
  matches: RuleMatcher,
  timer: Timer,
  done: (count: number) => void,
): () => void {
  let at = 0;
  let count = 0;
  let callOff = () => {};
  const next = () => {
    for (const call of calls.slice(at, at + AT_ONCE)) if (matches(call)) count += 1;
    at += AT_ONCE;
    if (at >= calls.length) done(count);
    else callOff = timer.after(0, next);
  };
  next();
  return () => callOff();
}
