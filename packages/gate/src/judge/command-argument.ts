import { specFor } from '../pattern/parse-pattern.ts';
import type { ArgumentGlob } from '../types/pattern.ts';
import type { RuleIndex } from './rule-index.ts';

type CommandArgument = Extract<ArgumentGlob, { kind: 'text' }>;

/** What the rule at this position asks of the tool's command; null where it is about something else. */
export function commandArgument(rules: RuleIndex, position: number, tool: string): CommandArgument | null {
  const argument = specFor(rules.rule(position).pattern, tool)?.argument;
  return argument?.kind === 'text' ? argument : null;
}

/** The same as text; empty where it is about something else. */
export function spelling(rules: RuleIndex, position: number, tool: string): string {
  return commandArgument(rules, position, tool)?.glob.text ?? '';
}
