import { visibleJson } from '@caliban/calls/text';

/** For programs, and safe to look at: what rules, files and models wrote cannot move the cursor of a terminal. */
export function jsonLine(value: unknown): string {
  return `${visibleJson(JSON.stringify(value))}\n`;
}

/** The same over several lines. */
export function jsonText(value: unknown): string {
  return `${visibleJson(JSON.stringify(value, null, 2))}\n`;
}
