import type { Rule } from '@caliban/gate';
import { visible } from '@caliban/gate/internal/text/visible';

/** `project .caliban/permissions.toml:7`, or the layer alone for rules that stand in no file. */
export function rulePlace({ source: { layer, file, line } }: Rule): string {
  return file === undefined ? layer : visible(`${layer} ${file}${line === undefined ? '' : `:${line}`}`);
}
