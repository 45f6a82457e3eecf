import type { RulesInForce } from '@caliban/gate/internal/ask/judge-with-allow';
import { type LoadedPolicy, type LoadedRules, loadRules } from '@caliban/storage/internal/load-rules';
import { type Locations, ownHome } from '@caliban/storage/internal/locations';
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
  const policy = await readPolicy(locations, { unread: true });
  if (policy.tests.length > 0 && policy.settings.enforce?.value === true) await refuseFailingTests(locations);
  return policyJustRead(policy, options, outlook);
}

/** Only here, where the policy is read to be packed: a call that is judged by a pack runs no tests. */
async function refuseFailingTests(locations: Locations): Promise<void> {
  const { failingTests } = await import('../checks/with-tests.ts');
  const answer = await projectAnswer(locations);
  const loaded = await loadRules(locations, { projectAnswer: answer, unanswered: 'use' });
  const { env } = process;
  const terminal = { cwd: locations.workspace, env, home: ownHome(env.HOME) };
  const failures = failingTests(loaded, { locations, answer, terminal });
  if (failures.length > 0) throw new ConfigurationError(failures.map(formatNotice));
}

/** What a rule is tried among before it is offered. */
export async function rulesInForce(locations: Locations): Promise<RulesInForce> {
  const { rules, lockedLayers, settings, projectOnlyTightens } = await readPolicy(locations);
  const seesThroughWrappers = settings.seeThroughWrappers?.value === true;
  return { rules, lockedLayers, seesThroughWrappers, foldPaths: FOLDS_CASE, projectOnlyTightens };
}

type ReadPolicy = LoadedPolicy &
  Pick<LoadedRules, 'warnings' | 'tests'> & {
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
  return { ...policy.value, warnings, tests: loaded.tests, unaccepted, projectOnlyTightens };
}
