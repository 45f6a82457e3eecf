import { visibleJson } from '@caliban/calls/text';

/** For programs, and safe to print: text from rules, files and models can't control the terminal. */
export function jsonLine(value: unknown): string {
  return `${visibleJson(JSON.stringify(value))}\n`;
}

/** The same on several lines. */
export function jsonText(value: unknown): string {
  return `${visibleJson(JSON.stringify(value, null, 2))}\n`;
}
