import type { RulesInForce } from '@caliban/gate/internal/ask/judge-with-allow';
import { type LoadedPolicy, type LoadedRules, loadRules } from '@caliban/storage/internal/load-rules';
import type { Locations } from '@caliban/storage/internal/locations';
import type { PackedPolicy, PackOptions } from '@caliban/storage/internal/packed/packed-policy';
import { lookAtSources, policyJustRead } from '@caliban/storage/internal/packed/policy-just-read';
import type { ReadingOptions } from '@caliban/storage/internal/rules/read-rule-file';
import { formatNotice, type ProjectRules } from '@caliban/storage/internal/rules/rule-file';
import { projectStanding } from '@caliban/storage/internal/trust/project-standing';
import { ConfigurationError } from '../command-line/problems.ts';
import { FOLDS_CASE } from '../places/surroundings.ts';
import { projectAnswer } from '../policy/project-answer.ts';

/** Loaded only where there is no packed policy to believe. */
export async function policyFromFiles(options: PackOptions, locations: Locations): Promise<PackedPolicy> {
  const outlook = lookAtSources(options);
  return policyJustRead(await readPolicy(locations, { unread: true }), options, outlook);
}

/** What a rule is tried among before it is offered. */
export async function rulesInForce(locations: Locations): Promise<RulesInForce> {
  const { rules, lockedLayers, settings, answer } = await readPolicy(locations);
  const projectOnlyTightens = projectStanding(settings, answer ?? null).rules === 'tighten-only';
  const seesThroughWrappers = settings.seeThroughWrappers?.value;
  return { rules, lockedLayers, foldPaths: FOLDS_CASE, seesThroughWrappers, projectOnlyTightens };
}

type ReadPolicy = LoadedPolicy & Pick<LoadedRules, 'warnings'> & { readonly answer: ProjectRules | undefined };

export async function readPolicy(locations: Locations, { unread = false }: ReadingOptions = {}): Promise<ReadPolicy> {
  const answer = await projectAnswer(locations);
  const { policy, warnings } = await loadRules(locations, { projectAnswer: answer, unread });
  if (!policy.ok) throw new ConfigurationError(policy.error.map(formatNotice));
  return { ...policy.value, warnings, answer };
}
