import { NO_SECRETS, type SecretSpan } from '@caliban/calls/text';

/** The text between the BEGIN and END lines of a private key. The BEGIN line alone, as in a search for it, isn't a secret. */
export function findPrivateKeys(text: string): readonly SecretSpan[] {
  if (!text.includes('PRIVATE KEY')) return NO_SECRETS;
  const found: SecretSpan[] = [];
  BEGIN.lastIndex = 0;
  for (let match = BEGIN.exec(text); match !== null; match = BEGIN.exec(text)) {
    const start = BEGIN.lastIndex;
    BODY.lastIndex = start;
    if (!BODY.test(text)) continue;
    const end = text.indexOf('-----END', start);
    found.push({ start, end: end === -1 ? text.length : end, keep: '' });
    BEGIN.lastIndex = end === -1 ? text.length : end;
  }
  return found;
}

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** Line ends may be escaped; older keys have one or two header lines. */
const BODY = /(?:\s|\\[nr]){0,8}(?:[A-Za-z0-9+/=]{16}|Proc-Type|Version|Comment)/y;
