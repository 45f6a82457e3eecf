import type { FastClassifier } from '@caliban/gate';
import { autoClassifier } from '@caliban/gate/internal/classify/auto-classifier';
import type { Locations } from '@caliban/storage/internal/locations';
import { composeAutoMode } from '../compose/auto-mode.ts';
import { projectAnswer } from '../policy/project-answer.ts';
import { sha256 } from './sha256.ts';

export type ListsOnly = {
  readonly disabled: boolean;
  readonly locations: Locations;
  /** `--auto-mode-config` */
  readonly explicit: string | undefined;
  readonly cwd: string;
};

/** Auto mode without its model: what the lists do not know stays a question. */
export async function listsOnly({ disabled, ...input }: ListsOnly): Promise<FastClassifier> {
  const { staticLists } = await composeAutoMode({
    ...input,
    projectRules: await projectAnswer(input.locations),
    projectIsTrusted: false,
  });
  return autoClassifier({
    disabled,
    staticLists,
    digest: sha256,
    model: {
      classify: async () => ({ verdict: 'soft-deny', source: 'Model', reason: 'a model would be consulted here' }),
    },
  }).classifier;
}
