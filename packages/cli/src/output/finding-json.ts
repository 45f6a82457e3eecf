import { type Finding, formatPattern } from '@caliban/gate';
import { ruleJson } from './rule-json.ts';

/** A finding for programs. */
export function findingJson(finding: Finding): object {
  const { kind, severity, rule, position, message } = finding;
  return {
    kind,
    severity,
    file: rule.source.file,
    line: rule.source.line,
    layer: rule.source.layer,
    pattern: formatPattern(rule.pattern),
    position: position + 1,
    message,
    ...('of' in finding ? { of: ruleJson(finding.of.rule) } : {}),
    ...('by' in finding ? { by: finding.by.map((blamed) => ruleJson(blamed.rule)) } : {}),
    ...('exampleCall' in finding ? { example: finding.exampleCall } : {}),
    ...('proposal' in finding ? { proposal: finding.proposal } : {}),
    ...('proposals' in finding ? { proposals: finding.proposals } : {}),
  };
}
