import { cutOutput } from '../tools/cut-output.ts';

/** Tools cut their own output and say so; this is for those that do not. Room is left for what they say. */
export function truncateForModel(text: string, maxChars: number): string {
  // An empty error is refused by providers, and with it the whole conversation.
  if (text.trim() === '') return '(no output)';
  return text.length > maxChars + ROOM_FOR_NOTICES ? cutOutput(text, maxChars) : text;
}

const ROOM_FOR_NOTICES = 2_000;
