import { REDACTED } from './redact.ts';
import type { Json } from './redact-value.ts';
import { looksRandom } from './secrets/secret-value.ts';

/**
 * Removes known secrets from all other places. Only generated ones: a password like `postgres` is also the name of an image, and
 * removing it everywhere would make the line unreadable.
 */
export function strikeOut(value: Json, secrets: readonly string[]): Json {
  if (secrets.length === 0) return value;
  const unmistakable = [...new Set(secrets)].filter((secret) => looksRandom(secret, MIN_LENGTH)).slice(0, MAX_SECRETS);
  return unmistakable.length === 0 ? value : strike(value, unmistakable);
}

const MIN_LENGTH = 8;
const MAX_SECRETS = 32;

function strike(value: Json, secrets: readonly string[]): Json {
  if (typeof value === 'string')
    return secrets.reduce((text, secret) => text.replaceAll(secret, () => REDACTED), value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((element: Json) => strike(element, secrets));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, strike(member, secrets)]));
}
