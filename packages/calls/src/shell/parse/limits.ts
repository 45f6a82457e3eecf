/** What is longer is not taken apart. */
export const MAX_LINE_LENGTH: number = 64 * 1024;

/** Each `<<` on a line makes the grammar look again at all those before it. */
export const MAX_HEREDOCS = 4000;

/** No one writes more, and each is judged by itself. Commands are not counted: a long line must not get past a deny. */
export const MAX_REDIRECTS = 1024;

/** What a command prints may reach each one behind it in the pipe. So many commands in all pairs of them, and what stands between. */
export const MAX_PIPED = 100_000;

/** No one reads more. */
export const MAX_PROBLEMS = 16;

/** A last resort on top of the meter: a verdict should hang on the line, not on how busy the machine is. */
export const TIME_LIMIT_MS = 2000;

/** With so few characters even the worst text takes the grammar no more than some milliseconds. */
export const UNMETERED = 250;

/** How often the grammar may look at a character: six times what an ordinary script of the greatest length takes. */
export const MAX_LOOKS = 1_000_000;
