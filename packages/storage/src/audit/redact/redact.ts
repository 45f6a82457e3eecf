import { findTokens, mergeSpans, NO_SECRETS, type SecretSpan } from '@caliban/calls/text';
import { findLogins } from './secrets/find-logins.ts';
import { findNamedSecrets } from './secrets/find-named-secrets.ts';
import { findPrivateKeys } from './secrets/find-private-keys.ts';
import { findToolFlags } from './secrets/find-tool-flags.ts';
import { findUrlPasswords } from './secrets/find-url-passwords.ts';

/** The text that replaces a secret. */
export const REDACTED = '…redacted';

export type Redacted = {
  readonly text: string;
  /** The removed secrets, as they were written. */
  readonly secrets: readonly string[];
};

/** Removes every secret that the tables in `data/` recognise. Runs in linear time for any text. */
export function redact(text: string): Redacted {
  const found = findSecrets(text);
  return found.length === 0 ? { text, secrets: NONE } : cutOut(text, mergeSpans(found));
}

export function holdsSecret(text: string): boolean {
  return findSecrets(text).length > 0;
}

const NONE: readonly string[] = [];

/** Allocates nothing for a text without secrets, the usual case. */
function findSecrets(text: string): readonly SecretSpan[] {
  let found = NO_SECRETS;
  for (const find of FINDERS) {
    const spans = find(text);
    if (spans.length > 0) found = [...found, ...spans];
  }
  return found;
}

const FINDERS: readonly ((text: string) => readonly SecretSpan[])[] = [
  findPrivateKeys,
  findTokens,
  findUrlPasswords,
  findNamedSecrets,
  findToolFlags,
  findLogins,
];

function cutOut(text: string, spans: readonly SecretSpan[]): Redacted {
  let kept = '';
  let at = 0;
  for (const { start, end, keep } of spans) {
    kept += text.slice(at, start) + keep + REDACTED;
    at = end;
  }
  return { text: kept + text.slice(at), secrets: spans.map(({ start, end }) => text.slice(start, end)) };
}
