import { autoClassifier, type FastClassifier } from '@caliban/gate';
import { type Locations, type PermissionSettings, type ProjectRules, projectTrustLevel } from '@caliban/storage';
import { composeAutoMode } from '../compose/auto-mode.ts';
import { projectAnswer } from '../policy/project-answer.ts';
import { sha256 } from './sha256.ts';

export type ListsOnly = {
  readonly disabled: boolean;
  /** They decide whether a project's lists may allow. */
  readonly permissions: PermissionSettings;
  readonly locations: Locations;
  /** How the project's lists apply while this user hasn't accepted them. */
  readonly unanswered: ProjectRules;
  /** `--auto-mode-config`, as an absolute path. */
  readonly explicit: string | undefined;
};

/** Auto mode without its model: calls that no list covers stay asks. */
export async function listsOnly({ disabled, permissions, unanswered, ...input }: ListsOnly): Promise<FastClassifier> {
  const trustLevel = projectTrustLevel(permissions, (await projectAnswer(input.locations)) ?? null, { unanswered });
  const { staticLists, isSwitchedOff } = await composeAutoMode({
    ...input,
    cwd: input.locations.workspace,
    projectRules: trustLevel.rules,
    projectIsTrusted: false,
  });
  return autoClassifier({
    disabled: disabled || isSwitchedOff,
    staticLists,
    digest: sha256,
    model: {
      classify: async () => ({ verdict: 'soft_deny', source: 'Model', reason: 'a model would be consulted here' }),
    },
  }).classifier;
}
