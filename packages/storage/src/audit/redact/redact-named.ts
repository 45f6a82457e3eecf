import { findTokens } from '@caliban/calls/text';
import { REDACTED, type Redacted } from './redact.ts';
import { isHarmlessValue } from './secrets/secret-value.ts';

/** The value of a field whose name marks it as a secret. Its public prefix stays: `Bearer …redacted`, `ghp_…redacted`. */
export function redactNamed(name: string, text: string): Redacted {
  const scheme = SCHEME.exec(text)?.[0] ?? '';
  const secret = text.slice(scheme.length);
  if (isHarmlessValue(secret, name)) return { text, secrets: [] };
  const keep = findTokens(secret).find(({ start }) => start === 0)?.keep ?? '';
  return { text: scheme + keep + REDACTED, secrets: [secret] };
}

const SCHEME = /^(?:bearer|basic|digest|token|apikey|negotiate)\s{1,8}/i;
