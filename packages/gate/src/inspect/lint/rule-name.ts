import { visible } from '@caliban/calls/text';
import { formatPattern } from '../../pattern/format-pattern.ts';
import type { Rule } from '../../types/rule.ts';
import type { ExampleCall, PlacedRule } from '../finding.ts';

/** How findings refer to another rule: ``rule 3 `Bash:git *` (allow, permissions.toml:7)``. */
export function ruleName({ rule, position }: PlacedRule): string {
  return `rule ${position + 1} ${quotedPattern(rule)} (${rule.action}, ${placeOf(rule)})`;
}

export function ruleNames(rules: readonly PlacedRule[]): string {
  return rules.map(ruleName).join(' and ');
}

export function quotedPattern({ pattern }: Rule): string {
  return `\`${visible(shortened(formatPattern(pattern)))}\``;
}

/** The call in one line: `git push`, `Edit src/a.ts`, `mcp__a__b {"id":"1"}`. */
export function callText({ tool, input }: ExampleCall): string {
  const [first, ...others] = Object.values(input);
  const alone = typeof first === 'string' && others.length === 0;
  const text = first === undefined ? '' : alone ? first : JSON.stringify(input);
  return `\`${visible(shortened(tool === 'Bash' && alone ? text : `${tool} ${text}`.trimEnd()))}\``;
}

function placeOf({ source: { layer, file, line } }: Rule): string {
  if (file === undefined) return layer;
  return line === undefined ? file : `${file}:${line}`;
}

const MAX_LENGTH = 120;

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MAX_LENGTH ? text : `${characters.slice(0, MAX_LENGTH - 1).join('')}…`;
}
