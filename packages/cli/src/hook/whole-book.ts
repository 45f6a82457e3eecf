import type { RuleBook } from '@caliban/gate';
import { createRuleBook } from '@caliban/gate/internal/judge/rule-book';
import type { Locations } from '@caliban/storage/internal/locations';
import { FOLDS_CASE } from '../places/surroundings.ts';
import { readPolicy } from './policy-from-files.ts';

/** Every rule, compiled. */
export async function wholeBook(locations: Locations): Promise<RuleBook> {
  const { rules, lockedLayers, settings } = await readPolicy(locations);
  return createRuleBook(rules, {
    lockedLayers,
    foldPaths: FOLDS_CASE,
    seesThroughWrappers: settings.seeThroughWrappers?.value,
  });
}
