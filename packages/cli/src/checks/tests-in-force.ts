import { type LoadedRules, type ProjectRules, projectTrustLevel } from '@caliban/storage';
import { isOfProject, type PolicyTest } from '@caliban/storage/rules';
import { FOLDS_CASE, type WorkspaceContext } from '../paths/workspace-context.ts';
import { type JudgedTest, judgeTests } from './judge-tests.ts';

export type TestsInForce = {
  readonly judged: readonly JudgedTest[];
  /** Tests that expect a project's rule to allow something while this project's allows are withheld. */
  readonly skipped: readonly PolicyTest[];
};

/**
 * The tests of the files, judged by the rules of all files and the built-in ones. Rules of the command line are left out: a test
 * checks the files, not a single start. `loaded` must have been loaded with `unanswered: 'use'`.
 */
export function testsInForce(
  { policy, tests }: Pick<LoadedRules, 'policy' | 'tests'>,
  world: Pick<WorkspaceContext, 'context' | 'ownDirectories'>,
  { answer }: { readonly answer: ProjectRules | undefined },
): TestsInForce {
  if (!policy.ok || tests.length === 0) return { judged: [], skipped: [] };
  const { rules, settings, enforcedLayers } = policy.value;
  const isSetAside = projectTrustLevel(settings, answer ?? null, { unanswered: 'use' }).rules === 'tighten-only';
  const isSkipped = ({ source, expect }: PolicyTest) => isSetAside && isOfProject(source.layer) && expect === 'allow';
  const tested = {
    rules: rules.filter(({ source }) => source.layer !== 'cli'),
    enforcedLayers,
    seesThroughWrappers: settings.seeThroughWrappers?.value === true,
    foldPaths: FOLDS_CASE,
  };
  return {
    judged: judgeTests(
      tests.filter((test) => !isSkipped(test)),
      tested,
      world,
    ),
    skipped: tests.filter(isSkipped),
  };
}
