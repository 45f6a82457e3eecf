import { cutOutput } from '../tools/cut-output.ts';

/** Tools truncate their own output and say so; this is for those that don't. It leaves room for their notices. */
export function truncateForModel(text: string, maxChars: number): string {
  // Providers refuse an empty error, and with it the whole conversation.
  if (text.trim() === '') return '(no output)';
  return text.length > maxChars + ROOM_FOR_NOTICES ? cutOutput(text, maxChars) : text;
}

const ROOM_FOR_NOTICES = 2_000;
