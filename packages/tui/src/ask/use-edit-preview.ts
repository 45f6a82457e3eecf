import type { EditPreview } from '@caliban/agent/session';
import type { ToolCall } from '@caliban/calls';
import { useEffect } from 'react';
import { useLive } from '../fields/use-live.ts';

/** What an edit would change; null while it is not known, or cannot be. */
export function useEditPreview(call: ToolCall, edits: EditPreview): string | null {
  const diff = useLive<string | null>(() => null);
  useEffect(() => {
    if (call.access !== 'edit') return;
    let isOff = false;
    const show = (found: string | null) => {
      if (!isOff) diff.set(found);
    };
    // The input itself is shown where there is no diff, so a preview that fails hides nothing.
    Promise.resolve()
      .then(() => edits(call))
      .then(show, () => show(null));
    return () => {
      isOff = true;
    };
  }, [call, edits, diff]);
  return diff.current;
}
