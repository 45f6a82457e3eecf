import { visible } from '@caliban/calls/text';
import type { Rule } from '@caliban/gate';
import { type Here, shortPath } from './short-path.ts';

/** `project .caliban/permissions.toml:7`, or only the layer for rules that aren't in a file. With `here` the path is short. */
export function rulePlace({ source: { layer, file, line } }: Rule, here?: Here): string {
  if (file === undefined) return layer;
  const shown = here === undefined ? file : shortPath(file, here);
  return visible(`${layer} ${shown}${line === undefined ? '' : `:${line}`}`);
}
