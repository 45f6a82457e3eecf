import { EVERY_OPERATOR, operatorCount } from '@caliban/calls/shell';
import { spelledCommand } from '../pattern/command-argument.ts';
import type { Part, Verdict } from '../types/verdict.ts';
import type { LineContext } from './line-context.ts';
import { ALLOW, DENY_OR_ASK } from './rule-index.ts';
import { verdictAt } from './strictest.ts';

/**
 * The verdict of the first deny, else the first ask, above `below` that contains the operators between neighbouring commands of
 * the line; null if there is none. In rule order, as for the line as a whole: an earlier allow that matches the same text wins.
 */
export function judgeChains(context: LineContext, below: number, part: Part): Verdict | null {
  const { rules, call, line, tool, input } = context;
  if (line.chains === undefined || (tool.strictOperators & EVERY_OPERATOR) === 0) return null;
  if (tool.firstOf(DENY_OR_ASK, below) === below) return null;
  let operators = 0;
  let fewest = 0;
  const spellsAsMany = (position: number): boolean => {
    const count = operatorCount(spelledCommand(rules.rule(position), call.tool));
    return count >= fewest && count <= operators;
  };
  let asked: Verdict | null = null;
  for (const chain of line.chains(tool.strictOperators)) {
    if (chain === 'too many') {
      asked ??= { action: 'ask', because: { kind: 'opaque', problem: 'very many commands stand in pipes', part } };
      break;
    }
    const { text, commands, isPiped } = chain;
    operators = commands - 1;
    fewest = isPiped ? 1 : operators;
    const strict = tool.firstText(text, input, DENY_OR_ASK, below, spellsAsMany);
    if (strict === below || tool.firstText(text, input, ALLOW, strict) !== strict) continue;
    const verdict = verdictAt(rules, strict, part);
    if (verdict.action === 'deny') return verdict;
    asked ??= verdict;
  }
  return asked;
}
