/** A longer line isn't analysed. */
export const MAX_LINE_LENGTH: number = 64 * 1024;

/** Each `<<` on a line makes the grammar examine all those before it again. */
export const MAX_HEREDOCS = 4000;

/** No one writes more, and each is judged separately. Commands aren't limited: a long line must not get past a deny. */
export const MAX_REDIRECTS = 1024;

/** A command's output may reach each later one in the pipe. The number of commands in all pairs of them, and between them. */
export const MAX_PIPED = 100_000;

/** No one reads more. */
export const MAX_PROBLEMS = 16;

/** A last resort on top of the meter: a verdict should depend on the line, not on the machine's load. */
export const TIME_LIMIT_MS = 2000;

/** For this few characters even the worst text takes the grammar only some milliseconds. */
export const UNMETERED = 250;

/** How often the grammar may read a character: six times the need of an ordinary script of maximum length. */
export const MAX_LOOKS = 1_000_000;
