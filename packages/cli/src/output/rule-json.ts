import { formatPattern, type Rule } from '@caliban/gate';

/** A rule for programs; JSON omits undefined fields. */
export function ruleJson({ pattern, action, source, comment, reason, expiresAt, ...fields }: Rule): object {
  const { layer, file, line } = source;
  return {
    action,
    pattern: formatPattern(pattern),
    layer,
    file,
    line,
    comment,
    reason,
    expires_at: expiresAt,
    confined: fields.confined,
    approvals: fields.approvals,
    self_approval: fields.selfApproval,
  };
}
