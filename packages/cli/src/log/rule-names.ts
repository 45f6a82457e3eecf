import { formatPattern, type Rule } from '@caliban/gate';
import { redact } from '@caliban/storage/internal/audit/redact/redact';

/** A rule as a line of the log names it. */
export type NamedRule = { readonly layer: string; readonly action: string; readonly pattern: string };

export function ruleName({ layer, action, pattern }: NamedRule): string {
  return `${layer} ${action} ${pattern}`;
}

/** Every name the log may have for a rule: a secret in its pattern is not written there. */
export function namesOfRule({ pattern, action, source: { layer } }: Rule): readonly string[] {
  const text = formatPattern(pattern);
  const names = [text, redact(text).text].map((written) => ruleName({ layer, action, pattern: written }));
  return [...new Set(names)];
}
