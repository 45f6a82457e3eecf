import { NO_SECRETS, type SecretSpan } from '@caliban/calls/text';
import { isHarmlessValue } from './secret-value.ts';

/** User and password in one word, for programs known to read it that way: `sqlplus me/secret@db`, `chpasswd <<< me:secret`. */
export function findLogins(text: string): readonly SecretSpan[] {
  if (!/sqlplus|chpasswd/.test(text)) return NO_SECRETS;
  const found = [SQLPLUS, ...(text.includes('chpasswd') ? [CHPASSWD] : [])].flatMap((login) => [
    ...text.matchAll(login),
  ]);
  return found.flatMap(({ index, 0: whole, 1: secret = '' }) => {
    const end = index + whole.length;
    return isHarmlessValue(secret, 'password') ? [] : [{ start: end - secret.length, end, keep: '' }];
  });
}

/** After the options. */
const SQLPLUS =
  /(?<![\w.=-])sqlplus(?:[ \t]{1,8}-[^\s"']{1,32}){0,8}[ \t]{1,8}["']?[A-Za-z][\w$#]{0,29}\/([^\s"'`@/$][^\s"'`@/]*)/g;

/** It reads lines from its standard input, which may be written before or after it. */
const CHPASSWD = /(?<![^\s"'`])[a-z_][\w-]{0,31}:([^\s"'`|;&<>$][^\s"'`|;&<>]*)/g;
