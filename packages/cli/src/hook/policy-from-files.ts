import type { RulesInForce } from '@caliban/gate/ask';
import { formatNotice, type LoadedPolicy, type LoadedRules, type Locations, loadRules } from '@caliban/storage';
import { lookAtSources, type PackedPolicy, type PackOptions, policyJustRead } from '@caliban/storage/packed';
import { ownHome } from '@caliban/storage/rules';
import type { Unaccepted } from '@caliban/storage/trust';
import { ConfigurationError } from '../command-line/problems.ts';
import { FOLDS_CASE } from '../paths/workspace-context.ts';
import { projectAnswer } from '../policy/project-answer.ts';
import { onlyTightens, unacceptedOf } from '../policy/unaccepted.ts';

export type PolicyPlace = { readonly locations: Locations; readonly env: Readonly<Record<string, string | undefined>> };

/** Loaded only if there is no valid packed policy. */
export async function policyFromFiles(options: PackOptions, { locations, env }: PolicyPlace): Promise<PackedPolicy> {
  const outlook = lookAtSources(options);
  const policy = await readPolicy(locations);
  if (policy.tests.length > 0 && policy.settings.enforce?.value === true) await refuseFailingTests({ locations, env });
  return policyJustRead(policy, options, outlook);
}

/** Only here, where the policy is read to be packed: a call judged by a pack runs no tests. */
async function refuseFailingTests({ locations, env }: PolicyPlace): Promise<void> {
  const { failingTests } = await import('../checks/with-tests.ts');
  const answer = await projectAnswer(locations);
  const loaded = await loadRules(locations, { projectAnswer: answer, unanswered: 'use' });
  const terminal = { cwd: locations.workspace, env, home: ownHome(env.HOME) };
  const failures = failingTests(loaded, { locations, answer, terminal });
  if (failures.length > 0) throw new ConfigurationError(failures.map(formatNotice));
}

/** The rules against which a remedy is tested before it is offered. */
export async function rulesInForce(locations: Locations): Promise<RulesInForce> {
  const { rules, enforcedLayers, settings, projectOnlyTightens } = await readPolicy(locations);
  const seesThroughWrappers = settings.seeThroughWrappers?.value === true;
  return { rules, enforcedLayers, seesThroughWrappers, foldPaths: FOLDS_CASE, projectOnlyTightens };
}

type ReadPolicy = LoadedPolicy &
  Pick<LoadedRules, 'warnings' | 'tests'> & {
    readonly unaccepted: Unaccepted | null;
    /** An allow rule added to its files wouldn't apply. */
    readonly projectOnlyTightens: boolean;
  };

export async function readPolicy(locations: Locations): Promise<ReadPolicy> {
  const answer = await projectAnswer(locations);
  const loaded = await loadRules(locations, { projectAnswer: answer });
  const { policy, warnings } = loaded;
  if (!policy.ok) throw new ConfigurationError(policy.error.map(formatNotice));
  const unaccepted = await unacceptedOf(locations, loaded, answer);
  const projectOnlyTightens = onlyTightens(policy.value.settings, { answer, unaccepted, unanswered: 'tighten-only' });
  return { ...policy.value, warnings, tests: loaded.tests, unaccepted, projectOnlyTightens };
}
