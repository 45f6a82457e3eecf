import { absolutePath, type Finding, lintRules } from '@caliban/gate';
import type { LoadedPolicy } from '@caliban/storage/internal/load-rules';
import type { Locations } from '@caliban/storage/internal/locations';

/** What lint says about the rules in their place, as of now. */
export function lintPolicy(
  { rules, lockedLayers, settings }: LoadedPolicy,
  { workspace }: Pick<Locations, 'workspace'>,
  home: string,
): readonly Finding[] {
  const roots = { workspace: absolutePath(workspace), home: absolutePath(home) };
  const seesThroughWrappers = settings.seeThroughWrappers?.value;
  return lintRules(rules, { now: new Date(), roots, lockedLayers, seesThroughWrappers });
}
