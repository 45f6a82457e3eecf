import type { LoadedRules } from '@caliban/storage/internal/load-rules';
import { isOfProject } from '@caliban/storage/internal/rules/of-project';
import type { PolicyTest, ProjectRules } from '@caliban/storage/internal/rules/rule-file';
import { projectStanding } from '@caliban/storage/internal/trust/project-standing';
import { FOLDS_CASE, type World } from '../places/surroundings.ts';
import { type JudgedTest, judgeTests } from './judge-tests.ts';

export type TestsInForce = {
  readonly judged: readonly JudgedTest[];
  /** They expect that a project's rule allows something, and what this project allows is set aside. */
  readonly skipped: readonly PolicyTest[];
};

/**
 * The tests of the files, judged by the rules of all files and the built-in ones. Rules of the command line are left out: a test says
 * what the files do, not what one start does. `loaded` must have been loaded with `unanswered: 'use'`.
 */
export function testsInForce(
  { policy, tests }: Pick<LoadedRules, 'policy' | 'tests'>,
  world: Pick<World, 'surroundings' | 'ownDirectories'>,
  { answer }: { readonly answer: ProjectRules | undefined },
): TestsInForce {
  if (!policy.ok || tests.length === 0) return { judged: [], skipped: [] };
  const { rules, settings, lockedLayers } = policy.value;
  const isSetAside = projectStanding(settings, answer ?? null, { unanswered: 'use' }).rules === 'tighten-only';
  const isSkipped = ({ source, expect }: PolicyTest) => isSetAside && isOfProject(source.layer) && expect === 'allow';
  const tested = {
    rules: rules.filter(({ source }) => source.layer !== 'cli'),
    lockedLayers,
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
