import { createContext, useContext, useInsertionEffect } from 'react';
import type { ScreenPoint } from './painter.ts';

type CursorHolder = { cursor: ScreenPoint | null };

export const CursorContext: React.Context<CursorHolder> = createContext<CursorHolder>({ cursor: null });

/** Shows the terminal's own cursor there while the component is mounted, so that input methods show their text there. */
export function useCursor(point: ScreenPoint): void {
  const holder = useContext(CursorContext);
  // Insertion effects run before the frame of the same commit is drawn; other effects are too late for it.
  useInsertionEffect(() => {
    holder.cursor = point;
    return () => {
      holder.cursor = null;
    };
  });
}
