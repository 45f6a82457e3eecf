import type { RulesInForce } from '@caliban/gate/internal/ask/judge-with-allow';
import { type LoadedPolicy, type LoadedRules, loadRules } from '@caliban/storage/internal/load-rules';
import type { Locations } from '@caliban/storage/internal/locations';
import type { PackedPolicy, PackOptions } from '@caliban/storage/internal/packed/packed-policy';
import { lookAtSources, policyJustRead } from '@caliban/storage/internal/packed/policy-just-read';
import type { ReadingOptions } from '@caliban/storage/internal/rules/read-rule-file';
import { formatNotice } from '@caliban/storage/internal/rules/rule-file';
import type { Unaccepted } from '@caliban/storage/internal/trust/unaccepted';
import { ConfigurationError } from '../command-line/problems.ts';
import { FOLDS_CASE } from '../places/surroundings.ts';
import { projectAnswer } from '../policy/project-answer.ts';
import { onlyTightens, unacceptedOf } from '../policy/unaccepted.ts';

/** Loaded only where there is no packed policy to believe. */
export async function policyFromFiles(options: PackOptions, locations: Locations): Promise<PackedPolicy> {
  const outlook = lookAtSources(options);
  return policyJustRead(await readPolicy(locations, { unread: true }), options, outlook);
}

/** What a rule is tried among before it is offered. */
export async function rulesInForce(locations: Locations): Promise<RulesInForce> {
  const { rules, lockedLayers, settings, projectOnlyTightens } = await readPolicy(locations);
  const seesThroughWrappers = settings.seeThroughWrappers?.value === true;
  return { rules, lockedLayers, seesThroughWrappers, foldPaths: FOLDS_CASE, projectOnlyTightens };
}

type ReadPolicy = LoadedPolicy &
  Pick<LoadedRules, 'warnings'> & {
    readonly unaccepted: Unaccepted | null;
    /** An allow rule that is added to its files would not apply. */
    readonly projectOnlyTightens: boolean;
  };

export async function readPolicy(locations: Locations, { unread = false }: ReadingOptions = {}): Promise<ReadPolicy> {
  const answer = await projectAnswer(locations);
  const loaded = await loadRules(locations, { projectAnswer: answer, unread });
  const { policy, warnings } = loaded;
  if (!policy.ok) throw new ConfigurationError(policy.error.map(formatNotice));
  const unaccepted = await unacceptedOf(locations, loaded, answer);
  const projectOnlyTightens = onlyTightens(policy.value.settings, { answer, unaccepted, unanswered: 'tighten-only' });
  return { ...policy.value, warnings, unaccepted, projectOnlyTightens };
}
