import { createContext, useContext, useInsertionEffect } from 'react';
import type { ScreenPoint } from './painter.ts';

type CursorHolder = { cursor: ScreenPoint | null };

export const CursorContext: React.Context<CursorHolder> = createContext<CursorHolder>({ cursor: null });

/** The terminal's own cursor stands there for as long as the component does, so that input methods show their letters there. */
export function useCursor(point: ScreenPoint): void {
  const holder = useContext(CursorContext);
  // Insertion effects run before the frame of the same commit is drawn; others are too late for it.
  useInsertionEffect(() => {
    holder.cursor = point;
    return () => {
      holder.cursor = null;
    };
  });
}
