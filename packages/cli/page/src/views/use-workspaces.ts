import { useEffect } from 'preact/hooks';
import { IS_HUB } from '../server.ts';
import type { Sessions } from '../types.ts';
import { useLoad } from '../use-load.ts';

const AGAIN_MS = 800;

/** The projects of the log on this machine, the latest first; null while none is known and the log is still being read. */
export function useWorkspaces(): readonly string[] | null {
  const { state, again } = useLoad<Sessions>(IS_HUB ? null : '/api/page/sessions');
  const body = state.kind === 'loaded' ? state.body : null;
  const isReading = body === null || (body.state === 'reading' && body.workspaces.length === 0);
  useEffect(() => {
    if (!isReading || IS_HUB) return;
    const timer = setInterval(again, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isReading, again]);
  return isReading ? null : body.workspaces;
}
