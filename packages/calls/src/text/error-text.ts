import { cutMiddle } from './cut-middle.ts';

/** The message of any caught value: foreign code may throw anything, even a value that throws when it is read. */
export function errorText(error: unknown): string {
  return cutMiddle(readMessage(error), 500).text;
}

function readMessage(error: unknown): string {
  try {
    const message = error instanceof Error ? error.message : error;
    return typeof message === 'string' && message !== '' ? message : String(error);
  } catch {
    return 'an error that cannot be shown';
  }
}
