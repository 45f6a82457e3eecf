import { type Action, type Layer, parsePattern, type Rule } from '@caliban/gate';
import { UsageError } from '../command-line/problems.ts';

/** A rule as written on the command line or in a line of a batch. */
export type GivenRule = { readonly pattern: string; readonly action: Action; readonly reason?: string };

export function cliRule(rule: GivenRule): Rule {
  return toRule(rule, 'cli', `--${rule.action}`);
}

/** In a line of a batch; replaces the rules of files. */
export function givenRule(rule: GivenRule, index: number): Rule {
  return toRule(rule, 'project', `rules[${index}]`);
}

function toRule({ pattern, action, reason }: GivenRule, layer: Layer, where: string): Rule {
  const parsed = parsePattern(pattern);
  if (!parsed.ok) {
    throw new UsageError(
      `${where}: bad pattern \`${pattern}\`, column ${parsed.error.column}: ${parsed.error.message}`,
    );
  }
  return { pattern: parsed.value, action, source: { layer }, ...(reason === undefined ? {} : { reason }) };
}
