import { cutMiddle } from './cut-middle.ts';

/** What a caught value says, whatever it is: somebody else's code may throw anything, even what throws when looked at. */
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
