const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** How often the screen is drawn again while something runs and nothing else changes. */
export const TICK_MS = 1000;

/** The frame for a moment. */
export function spinner(now: number): string {
  return FRAMES[Math.floor(now / TICK_MS) % FRAMES.length] as string;
}
