import { createContext, useContext, useEffect, useRef } from 'react';
import { type KeyHandler, KeyHub } from './key-hub.ts';

export const KeyHubContext: React.Context<KeyHub> = createContext(new KeyHub());

export type KeyOptions = {
  readonly isActive?: boolean;
  /** A field is being typed in. */
  readonly takesAll?: boolean;
};

/** A separate key layer while the component is mounted and `isActive`. The handler may change with every render. */
export function useKeys(handler: KeyHandler, { isActive = true, takesAll = false }: KeyOptions = {}): void {
  const hub = useContext(KeyHubContext);
  const latest = useRef({ handler, takesAll });
  latest.current = { handler, takesAll };
  useEffect(() => {
    if (!isActive) return;
    return hub.push((press) => latest.current.handler(press), { takesAll: () => latest.current.takesAll });
  }, [hub, isActive]);
}
