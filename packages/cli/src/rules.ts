import { type Action, DEFAULT_RULES, type Layer, parsePattern, type Rule } from '@caliban/gate';
import { UsageError } from './args.ts';

/** A rule as it is written on the command line or on a line of a batch. */
export type WrittenRule = { readonly pattern: string; readonly action: Action; readonly reason?: string };

/** Rules in the order in which they are tried. */
export function orderedRules(
  flags: readonly WrittenRule[],
  { given = [], defaults }: { given?: readonly WrittenRule[]; defaults: boolean },
): readonly Rule[] {
  return [
    ...flags.map((rule) => toRule(rule, 'cli', `--${rule.action}`)),
    ...given.map((rule, index) => toRule(rule, 'project', `rules[${index}]`)),
    ...(defaults ? DEFAULT_RULES : []),
  ];
}

function toRule({ pattern, action, reason }: WrittenRule, layer: Layer, where: string): Rule {
  const parsed = parsePattern(pattern);
  if (!parsed.ok) {
    throw new UsageError(
      `${where}: bad pattern \`${pattern}\`, column ${parsed.error.column}: ${parsed.error.message}`,
    );
  }
  return { pattern: parsed.value, action, source: { layer }, ...(reason === undefined ? {} : { reason }) };
}
