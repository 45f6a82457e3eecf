const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** How often the screen is drawn again while something runs. */
export const SPINNER_MS = 100;

/** The frame for a moment. */
export function spinner(now: number): string {
  return FRAMES[Math.floor(now / SPINNER_MS) % FRAMES.length] as string;
}
