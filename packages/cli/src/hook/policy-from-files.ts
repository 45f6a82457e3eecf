import type { RuleBook } from '@caliban/gate';
import { createRuleBook } from '@caliban/gate/internal/judge/rule-book';
import { type LoadedPolicy, type LoadedRules, loadRules } from '@caliban/storage/internal/load-rules';
import type { Locations } from '@caliban/storage/internal/locations';
import { lookAtSources, packPolicy } from '@caliban/storage/internal/packed/pack-policy';
import type { PackedPolicy, PackOptions } from '@caliban/storage/internal/packed/packed-policy';
import { formatNotice } from '@caliban/storage/internal/rules/rule-file';
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

async function readPolicy(locations: Locations): Promise<LoadedPolicy & Pick<LoadedRules, 'warnings'>> {
  const { policy, warnings } = await loadRules(locations, { projectAnswer: await projectAnswer(locations) });
  if (!policy.ok) throw new ConfigurationError(policy.error.map(formatNotice));
  return { ...policy.value, warnings };
}
