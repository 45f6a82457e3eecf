import { createContext, useContext, useEffect, useRef } from 'react';
import { type KeyHandler, KeyHub } from './key-hub.ts';

export const KeyHubContext: React.Context<KeyHub> = createContext(new KeyHub());

/** A layer of its own for as long as the component stands and `isActive`. The handler may change with every render. */
export function useKeys(handler: KeyHandler, { isActive = true }: { isActive?: boolean } = {}): void {
  const hub = useContext(KeyHubContext);
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    if (!isActive) return;
    return hub.push((press) => latest.current(press));
  }, [hub, isActive]);
}
