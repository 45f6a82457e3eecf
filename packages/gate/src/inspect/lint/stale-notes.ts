import type { Finding } from '../finding.ts';
import type { Shape } from '../rule-shape.ts';
import { quotedPattern } from './rule-name.ts';

/** Notes on a rule that no longer mean anything, or never did. */
export function staleNotes({ rule, position }: Shape, now: Date | undefined): Finding[] {
  const findings: Finding[] = [];
  const { expiresAt } = rule;
  if (now !== undefined && expiresAt !== undefined && Date.parse(expiresAt) < now.getTime()) {
    const message = `${quotedPattern(rule)} was meant to end at ${expiresAt} and is still in force; remove it or change the date`;
    findings.push({ kind: 'expired', rule, position, severity: 'warning', message, expiredAt: expiresAt });
  }
  if (rule.reason !== undefined && rule.action !== 'deny') {
    const message = `${quotedPattern(rule)} has a reason, which only a deny shows to the model; write it as a comment`;
    findings.push({ kind: 'reason-without-deny', rule, position, severity: 'warning', message });
  }
  return findings;
}
