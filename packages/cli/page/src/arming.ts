import { useEffect, useState } from 'preact/hooks';

/**
 * How long an answer must have been in place before it can be clicked, so that no one clicks on something that has just appeared.
 */
export const ARMING_MS = 500;

let changedAt = performance.now();
const listeners = new Set<() => void>();

/** Called when something on the page has moved, or the page has become visible. */
export function disarm(): void {
  changedAt = performance.now();
  for (const listener of listeners) listener();
}

export function beginArming(): void {
  document.addEventListener('visibilitychange', disarm);
  addEventListener('focus', disarm);
  addEventListener('resize', disarm);
}

export function isArmed(since: number): boolean {
  return performance.now() - Math.max(since, changedAt) >= ARMING_MS && document.visibilityState === 'visible';
}

/** Renders again when the answers are enabled. */
export function useArmed(since: number): boolean {
  const [, setTurn] = useState(0);
  useEffect(() => {
    let timer = 0;
    const look = () => {
      setTurn((turn) => turn + 1);
      clearTimeout(timer);
      timer = setTimeout(() => setTurn((turn) => turn + 1), ARMING_MS + 20);
    };
    look();
    listeners.add(look);
    return () => {
      clearTimeout(timer);
      listeners.delete(look);
    };
  }, [since]);
  return isArmed(since);
}
