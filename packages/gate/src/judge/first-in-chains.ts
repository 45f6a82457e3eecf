import { specFor } from '../pattern/parse-pattern.ts';
import { EVERY_OPERATOR, operatorCount } from '../shell/operators.ts';
import type { LineContext } from './line-context.ts';
import { ALLOW, STRICT } from './rule-index.ts';

/**
 * The deny, else the first ask, above `below` that spells the operators between neighbouring commands of the line; null when
 * none does. In rule order, as for the line as a whole: an allow that meets the same text comes first.
 */
export function firstInChains({ rules, call, line, tool, input }: LineContext, below: number): number | null {
  if (line.chains === undefined || (tool.strictOperators & EVERY_OPERATOR) === 0) return null;
  if (tool.firstOf(STRICT, below) === below) return null;
  let operators = 0;
  const spellsAsMany = (position: number): boolean => {
    const { text = '' } = specFor(rules.rule(position).pattern, call.tool)?.argument?.glob ?? {};
    return operatorCount(text) === operators;
  };
  let asked: number | null = null;
  for (const { text, commands } of line.chains(tool.strictOperators)) {
    operators = commands - 1;
    const strict = tool.firstText(text, input, STRICT, below, spellsAsMany);
    if (strict === below || tool.firstText(text, input, ALLOW, strict) !== strict) continue;
    if (rules.rule(strict).action === 'deny') return strict;
    asked ??= strict;
  }
  return asked;
}
