import type { EditPreview } from '@caliban/agent/session';
import type { ToolCall } from '@caliban/calls';
import { useEffect } from 'react';
import { useLive } from '../fields/use-live.ts';

/** The change an edit would make; null while it isn't known, or can't be. */
export function useEditPreview(call: ToolCall, edits: EditPreview): string | null {
  const diff = useLive<string | null>(() => null);
  useEffect(() => {
    if (call.access !== 'edit') return;
    let isOff = false;
    const show = (found: string | null) => {
      if (!isOff) diff.set(found);
    };
    // Without a diff the input itself is shown, so a failed preview hides nothing.
    Promise.resolve()
      .then(() => edits(call))
      .then(show, () => show(null));
    return () => {
      isOff = true;
    };
  }, [call, edits, diff]);
  return diff.current;
}
