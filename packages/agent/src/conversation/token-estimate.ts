import type { Message } from './messages.ts';

/** Accurate enough to decide when to summarise: a token is about four characters. */
export function estimateTokens(messages: readonly Message[]): number {
  return Math.ceil(messages.reduce((sum, message) => sum + charsOf(message), 0) / CHARS_PER_TOKEN);
}

export const CHARS_PER_TOKEN = 4;

/** Tokens that every message costs in addition to its text. */
const OVERHEAD = 16;

function charsOf(message: Message): number {
  switch (message.role) {
    case 'user':
      return OVERHEAD + message.text.length;
    case 'assistant':
      return message.parts.reduce((sum, part) => {
        return (
          sum + OVERHEAD + (part.kind === 'tool-use' ? part.name.length + jsonLength(part.input) : part.text.length)
        );
      }, OVERHEAD);
    case 'tool':
      return message.results.reduce((sum, { text }) => sum + OVERHEAD + text.length, OVERHEAD);
  }
}

function jsonLength(input: unknown): number {
  try {
    return JSON.stringify(input)?.length ?? 0;
  } catch {
    return 0;
  }
}
