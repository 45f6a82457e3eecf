import { fail } from '@caliban/calls/types';
import type { FileNotice, LoadedRules, Locations, ProjectRules } from '@caliban/storage';
import { workspaceContextAt } from '../paths/workspace-context.ts';
import type { Terminal } from '../process/terminal.ts';
import { testsInForce } from './tests-in-force.ts';

export type Checking = {
  readonly locations: Locations;
  readonly answer: ProjectRules | undefined;
  readonly terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>;
};

/** Adds the failing tests: under `enforce` they keep the policy from loading, else they are warnings. */
export function withTests(loaded: LoadedRules, checking: Checking): LoadedRules {
  const failures = failingTests(loaded, checking);
  const { policy, warnings } = loaded;
  if (failures.length === 0 || !policy.ok) return loaded;
  if (policy.value.settings.enforce?.value === true) return { ...loaded, policy: fail(failures) };
  return { ...loaded, warnings: [...warnings, ...failures] };
}

/** Judged at the root of the workspace, wherever this process runs. */
export function failingTests(
  loaded: Pick<LoadedRules, 'policy' | 'tests'>,
  { locations, answer, terminal }: Checking,
): readonly FileNotice[] {
  const world = workspaceContextAt({ workspace: locations.workspace }, terminal);
  return testsInForce(loaded, world, { answer }).judged.flatMap(({ test: { source }, problem }) =>
    problem === null ? [] : [{ file: source.file, line: source.line, message: problem }],
  );
}
