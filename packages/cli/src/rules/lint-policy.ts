import { absolutePath } from '@caliban/calls';
import { type Finding, lintRules } from '@caliban/gate';
import type { LoadedPolicy, Locations } from '@caliban/storage';

/** Lint findings about the rules in their place, as of now. */
export function lintPolicy(
  { rules, enforcedLayers, settings }: LoadedPolicy,
  { workspace }: Pick<Locations, 'workspace'>,
  home: string,
): readonly Finding[] {
  const roots = { workspace: absolutePath(workspace), home: absolutePath(home) };
  const seesThroughWrappers = settings.seeThroughWrappers?.value;
  return lintRules(rules, { now: new Date(), roots, enforcedLayers, seesThroughWrappers });
}
