import { misspelledTool } from '../describe/misspelled-tool.ts';
import { literalText } from '../text/text-glob.ts';
import type { World } from './example-call.ts';
import type { Finding } from './finding.ts';
import type { Shape } from './rule-shape.ts';

/** Rules for a tool whose name is one slip away from one of ours. */
export function misspelledNames({ rule, position }: Shape, { profiles }: World): Finding[] {
  return rule.pattern.tool.alternatives.flatMap((tool): Finding[] => {
    const name = literalText(tool);
    const message = name === null || profiles.has(name) ? null : misspelledTool(name);
    return message === null ? [] : [{ kind: 'misspelled-tool', rule, position, severity: 'warning', message }];
  });
}
