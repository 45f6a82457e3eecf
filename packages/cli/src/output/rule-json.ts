import type { Rule } from '@caliban/gate';
import { formatPattern } from '@caliban/gate/internal/pattern/format-pattern';

/** A rule for programs; JSON leaves out what is undefined. */
export function ruleJson({ pattern, action, source, comment, reason, expiresAt }: Rule): object {
  const { layer, file, line } = source;
  return { action, pattern: formatPattern(pattern), layer, file, line, comment, reason, expires_at: expiresAt };
}
