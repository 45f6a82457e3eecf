import type { Action, Layer, Rule } from '@caliban/gate';
import { formatPattern } from '@caliban/gate/internal/pattern/format-pattern';
import { parsePattern } from '@caliban/gate/internal/pattern/parse-pattern';
import { ACTIONS } from '@caliban/gate/internal/types/rule';

/** A rule as it stands in a box; what is missing at the end is left out. */
export type PackedRule = [
  position: number,
  action: number,
  origin: number,
  line: number | null,
  pattern: string,
  comment?: string | null,
  reason?: string | null,
  expiresAt?: string | null,
];

/** Rules of one file share it. */
export type Origin = { readonly layer: Layer; readonly file?: string };

export function packRule(rule: Rule, position: number, origin: number): PackedRule {
  const { comment, reason, expiresAt } = rule;
  const action = ACTIONS.indexOf(rule.action);
  const packed: PackedRule = [position, action, origin, rule.source.line ?? null, formatPattern(rule.pattern)];
  if (expiresAt !== undefined) packed.push(comment ?? null, reason ?? null, expiresAt);
  else if (reason !== undefined) packed.push(comment ?? null, reason);
  else if (comment !== undefined) packed.push(comment);
  return packed;
}

export function actionOf([, action]: PackedRule): Action {
  return ACTIONS[action] as Action;
}

export function unpackRule(packed: PackedRule, origins: readonly Origin[]): Rule {
  const [, , origin, line, text, comment = null, reason = null, expiresAt = null] = packed;
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(`\`${text}\` was a pattern when it was packed: ${pattern.error.message}`);
  return {
    pattern: pattern.value,
    action: actionOf(packed),
    source: { ...(origins[origin] as Origin), ...(line === null ? {} : { line }) },
    ...(comment === null ? {} : { comment }),
    ...(reason === null ? {} : { reason }),
    ...(expiresAt === null ? {} : { expiresAt }),
  };
}
