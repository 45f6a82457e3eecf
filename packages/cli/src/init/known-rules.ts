import { type FileLayer, formatNotice, type Locations, loadRules } from '@caliban/storage';
import { loadedFiles } from '@caliban/storage/rules';
import { ConfigurationError } from '../command-line/problems.ts';
import { projectAnswer } from '../policy/project-answer.ts';
import type { LayeredRules, PolicyOptions } from './planned-policy.ts';

export type KnownRules = {
  readonly known: LayeredRules;
  readonly options: PolicyOptions & {
    /** Some file sets see_through_wrappers, to either value. */
    readonly wrappersAreSet: boolean;
  };
};

/** The rules of all files by layer. A file that doesn't load has to be fixed first. */
export async function knownRules(locations: Locations): Promise<KnownRules> {
  const { policy, files } = await loadRules(locations, { projectAnswer: await projectAnswer(locations) });
  if (!policy.ok) throw new ConfigurationError(policy.error.map(formatNotice));
  const rules = loadedFiles(files).flatMap((file) => file.rules);
  const of = (layer: FileLayer) => rules.filter(({ source }) => source.layer === layer);
  const { enforcedLayers, settings } = policy.value;
  return {
    known: { managed: of('managed'), local: of('local'), project: of('project'), user: of('user') },
    options: {
      enforcedLayers,
      seesThroughWrappers: settings.seeThroughWrappers?.value === true,
      wrappersAreSet: settings.seeThroughWrappers !== undefined,
    },
  };
}
