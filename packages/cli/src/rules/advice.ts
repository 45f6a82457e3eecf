import { type Finding, formatPattern, type Rule } from '@caliban/gate';
import { type FileNotice, formatNotice, type LoadedRules, type Locations, loadRules } from '@caliban/storage';
import { loosens } from '@caliban/storage/rules';
import type { Checking } from '../checks/with-tests.ts';
import { rulePlace } from '../output/rule-place.ts';
import { projectAnswer } from '../policy/project-answer.ts';
import { unacceptedOf } from '../policy/unaccepted.ts';
import type { Terminal } from '../process/terminal.ts';
import { lintPolicy } from './lint-policy.ts';

export type Advice = {
  /** About the rule itself. */
  readonly own: readonly Finding[];
  /** About rules that it keeps from being reached. */
  readonly others: readonly Finding[];
  /** It is an allow in a project that may only tighten, or whose rules this user hasn't accepted. */
  readonly setAside: 'tighten-only' | 'unaccepted' | null;
  /** Tests in the files that fail now. */
  readonly tests: readonly FileNotice[];
  /** Files that don't load: there is no advice until they do. */
  readonly errors: readonly FileNotice[];
};

/** Lint findings about a rule among all rules that apply. */
export async function adviceOn(rule: Rule, locations: Locations, terminal: Terminal): Promise<Advice> {
  const answer = await projectAnswer(locations);
  const loaded = await loadRules(locations, { projectAnswer: answer, unanswered: 'use' });
  const { policy } = loaded;
  if (!policy.ok) return { own: [], others: [], setAside: null, tests: [], errors: policy.error };
  const findings = lintPolicy(policy.value, locations, terminal.home);
  // Several may be on one line.
  const isIt = ({ source, action, pattern }: Rule) =>
    source.file === rule.source.file &&
    source.line === rule.source.line &&
    action === rule.action &&
    formatPattern(pattern) === formatPattern(rule.pattern);
  return {
    own: findings.filter((finding) => isIt(finding.rule)),
    others: findings.filter((finding) => blamed(finding).some(isIt)),
    setAside: policy.value.rules.some(isIt) ? await untilAccepted() : 'tighten-only',
    tests: await failing(loaded, { locations, answer, terminal }),
    errors: [],
  };

  async function untilAccepted(): Promise<'unaccepted' | null> {
    if (!loosens(rule)) return null;
    return (await unacceptedOf(locations, loaded, answer)) === null ? null : 'unaccepted';
  }
}

/** Also used after a rule was removed. */
export async function failing(loaded: LoadedRules, checking: Checking): Promise<readonly FileNotice[]> {
  if (loaded.tests.length === 0) return [];
  const { failingTests } = await import('../checks/with-tests.ts');
  return failingTests(loaded, checking);
}

/** The end of a sentence about a rule. */
export const SET_ASIDE = 'like all allow rules of this project it does not apply';

const NOT_ACCEPTED =
  "hooks and proxies do not apply it yet, because you have not accepted this project's rules; `caliban trust` shows and accepts them";

export function adviceText({ own, others, setAside, tests, errors }: Advice): readonly string[] {
  return [
    ...(setAside === 'tighten-only' ? [`note: ${SET_ASIDE}; \`caliban doctor\` says where that is set`] : []),
    ...(setAside === 'unaccepted' ? [`note: ${NOT_ACCEPTED}`] : []),
    ...own.map(({ message }) => `note: ${message}`),
    ...others.map(({ rule, message }) => `note: ${rulePlace(rule)}: ${message}`),
    ...tests.map((failure) => `note: ${formatNotice(failure)}`),
    ...errors.map((error) => `note: whether it is reached is not known: ${formatNotice(error)}`),
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
