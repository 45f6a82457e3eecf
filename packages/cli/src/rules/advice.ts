import { type Finding, formatPattern, type Rule } from '@caliban/gate';
import { loadRules } from '@caliban/storage/internal/load-rules';
import type { Locations } from '@caliban/storage/internal/locations';
import { type FileNotice, formatNotice } from '@caliban/storage/internal/rules/rule-file';
import { rulePlace } from '../output/rule-place.ts';
import { projectAnswer } from '../policy/project-answer.ts';
import type { Terminal } from '../process/terminal.ts';
import { lintPolicy } from './lint-policy.ts';

export type Advice = {
  /** About the rule itself. */
  readonly own: readonly Finding[];
  /** About rules that it keeps from being reached. */
  readonly others: readonly Finding[];
  /** It allows something in a project that may only tighten. */
  readonly isSetAside: boolean;
  /** Files that do not load: nothing can be said until they do. */
  readonly errors: readonly FileNotice[];
};

/** What lint says about a rule among all that counts. */
export async function adviceOn(rule: Rule, locations: Locations, { home }: Terminal): Promise<Advice> {
  const { policy } = await loadRules(locations, { projectAnswer: await projectAnswer(locations) });
  if (!policy.ok) return { own: [], others: [], isSetAside: false, errors: policy.error };
  const findings = lintPolicy(policy.value, locations, home);
  // Several may stand on one line.
  const isIt = ({ source, action, pattern }: Rule) =>
    source.file === rule.source.file &&
    source.line === rule.source.line &&
    action === rule.action &&
    formatPattern(pattern) === formatPattern(rule.pattern);
  return {
    own: findings.filter((finding) => isIt(finding.rule)),
    others: findings.filter((finding) => blamed(finding).some(isIt)),
    isSetAside: !policy.value.rules.some(isIt),
    errors: [],
  };
}

/** The end of a sentence about a rule. */
export const SET_ASIDE = 'like all that this project allows it is set aside';

export function adviceText({ own, others, isSetAside, errors }: Advice): readonly string[] {
  return [
    ...(isSetAside ? [`note: ${SET_ASIDE}; \`caliban doctor\` says where that is set`] : []),
    ...own.map(({ message }) => `note: ${message}`),
    ...others.map(({ rule, message }) => `note: ${rulePlace(rule)}: ${message}`),
    ...errors.map((error) => `note: whether it is reached cannot be said: ${formatNotice(error)}`),
  ];
}

function blamed(finding: Finding): readonly Rule[] {
  switch (finding.kind) {
    case 'duplicate':
      return [finding.of.rule];
    case 'shadowed':
    case 'mostly-shadowed':
      return finding.by.map(({ rule }) => rule);
    case 'over-broad':
    case 'never-matches':
    case 'deny-dodge':
    case 'literal-colon':
    case 'looks-like-regex':
    case 'folded-blanks':
    case 'needs-arguments':
    case 'half-protected':
    case 'misspelled-tool':
    case 'misspelled-class':
    case 'expired':
    case 'reason-without-deny':
    case 'unchecked':
      return [];
  }
}
