import type { RuleBook } from '@caliban/gate';
import type { RulesInForce } from '@caliban/gate/internal/ask/judge-with-allow';
import { createRuleBook } from '@caliban/gate/internal/judge/rule-book';
import { type LoadedPolicy, type LoadedRules, loadRules } from '@caliban/storage/internal/load-rules';
import type { Locations } from '@caliban/storage/internal/locations';
import { lookAtSources, packPolicy } from '@caliban/storage/internal/packed/pack-policy';
import type { PackedPolicy, PackOptions } from '@caliban/storage/internal/packed/packed-policy';
import { formatNotice, type ProjectRules } from '@caliban/storage/internal/rules/rule-file';
import { projectStanding } from '@caliban/storage/internal/trust/project-standing';
import { ConfigurationError } from '../command-line/problems.ts';
import { FOLDS_CASE } from '../places/surroundings.ts';
import { projectAnswer } from '../policy/project-answer.ts';

/** Loaded only where there is no packed policy to believe. */
export async function policyFromFiles(options: PackOptions, locations: Locations): Promise<PackedPolicy> {
  const outlook = lookAtSources(options);
  return packPolicy(await readPolicy(locations), options, outlook);
}

export async function wholeBook(locations: Locations): Promise<RuleBook> {
  const { rules, lockedLayers } = await readPolicy(locations);
  return createRuleBook(rules, { lockedLayers, foldPaths: FOLDS_CASE });
}

/** What a rule is tried among before it is offered. */
export async function rulesInForce(locations: Locations): Promise<RulesInForce> {
  const { rules, lockedLayers, settings, answer } = await readPolicy(locations);
  const projectOnlyTightens = projectStanding(settings, answer ?? null).rules === 'tighten-only';
  return { rules, lockedLayers, foldPaths: FOLDS_CASE, projectOnlyTightens };
}

type ReadPolicy = LoadedPolicy & Pick<LoadedRules, 'warnings'> & { readonly answer: ProjectRules | undefined };

async function readPolicy(locations: Locations): Promise<ReadPolicy> {
  const answer = await projectAnswer(locations);
  const { policy, warnings } = await loadRules(locations, { projectAnswer: answer });
  if (!policy.ok) throw new ConfigurationError(policy.error.map(formatNotice));
  return { ...policy.value, warnings, answer };
}
