import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { countdown } from '../format.ts';
import type { PageAsk } from '../types.ts';

const SOON_MS = 30_000;

/** Until the first agent stops waiting. */
export function Countdown({
  asks,
  ahead,
  isOpen,
}: {
  readonly asks: readonly PageAsk[];
  readonly ahead: number;
  readonly isOpen: boolean;
}): JSX.Element {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOpen]);
  const left = Math.min(...asks.map(({ expiresAt }) => expiresAt)) - (now + ahead);
  const isSoon = isOpen && left < SOON_MS;
  return (
    <span class={`time-left${isSoon ? ' soon' : ''}`} title="until the agent gives up">
      {isOpen ? countdown(left) : ''}
    </span>
  );
}
