import { NO_SECRETS, type SecretSpan } from '@caliban/calls/text';
import { isHarmlessValue, looksRandom } from './secret-value.ts';

/** `scheme://user:password@host`, or a token in place of the user. Query parameters are found by their names. */
export function findUrlPasswords(text: string): readonly SecretSpan[] {
  const first = text.indexOf('://');
  if (first === -1) return NO_SECRETS;
  const found: SecretSpan[] = [];
  for (let at = first; at !== -1; at = text.indexOf('://', at + 3)) {
    const userinfo = userinfoAt(text, at + 3);
    if (userinfo === null) continue;
    const colon = userinfo.indexOf(':');
    const secret = userinfo.slice(colon + 1);
    const isSecret = colon === -1 ? looksRandom(secret, 16) : !isHarmlessValue(secret, 'password');
    const start = at + 3 + colon + 1;
    if (isSecret) found.push({ start, end: start + secret.length, keep: '' });
  }
  return found;
}

function userinfoAt(text: string, start: number): string | null {
  AUTHORITY.lastIndex = start;
  const authority = AUTHORITY.exec(text)?.[0] ?? '';
  const sign = authority.lastIndexOf('@');
  if (sign !== -1) return authority.slice(0, sign);

  // A password may contain an unencoded slash or hash; a port is all digits and ends the search.
  if (!/^[^:]*:(?!\d*$)./.test(authority)) return null;
  const rest = text.slice(start, start + MAX_USERINFO_LENGTH).split(/[\s"'`<>]/, 1)[0] as string;
  const lastSign = rest.lastIndexOf('@');
  return lastSign === -1 ? null : rest.slice(0, lastSign);
}

/** Can't match across `://`, so no character is examined twice. */
const AUTHORITY = /[^\s/?#"'`<>\\]*/y;

const MAX_USERINFO_LENGTH = 256;
