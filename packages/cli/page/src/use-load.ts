import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { get } from './api.ts';

export type Loaded<Body> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly body: Body }
  | { readonly kind: 'failed'; readonly error: string };

/** Loads when the address changes, and again with `again`; old content stays visible until there is something newer. */
export function useLoad<Body>(
  path: string | null,
  query: Readonly<Record<string, string>> = {},
): { readonly state: Loaded<Body>; readonly again: () => void } {
  const [state, setState] = useState<Loaded<Body>>({ kind: 'loading' });
  const latest = useRef(0);
  const address = path === null ? null : JSON.stringify([path, query]);
  const again = useCallback(() => {
    if (address === null) return;
    const mine = ++latest.current;
    const [to, with_] = JSON.parse(address) as [string, Record<string, string>];
    void get<Body>(to, with_).then((reply) => {
      if (mine !== latest.current) return;
      switch (reply.kind) {
        case 'ok':
          return setState({ kind: 'loaded', body: reply.body });
        case 'problem':
          return setState({ kind: 'failed', error: reply.error });
        case 'unreachable':
        case 'no-key':
          // Reported once for the whole page.
          return;
      }
    });
  }, [address]);
  useEffect(() => {
    setState({ kind: 'loading' });
    again();
  }, [again]);
  return { state, again };
}

/** Calls `work` at this interval while the page is visible. */
export function useEvery(ms: number, work: () => void): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
}
