const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** The redraw interval while something is running and nothing else changes. */
export const TICK_MS = 1000;

/** The frame for a moment. */
export function spinner(now: number): string {
  return FRAMES[Math.floor(now / TICK_MS) % FRAMES.length] as string;
}
