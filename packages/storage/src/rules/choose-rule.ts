import type { Result } from '@caliban/calls';
import { plural } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { formatPattern, type Pattern, parsePattern, type Rule } from '@caliban/gate';

/** Which rule of a file; indexes start at zero. */
export type RuleChoice = { readonly index: number } | { readonly pattern: string };

/** Where a rule goes among the rules of its file. */
export type RulePlace = 'top' | 'bottom' | { readonly at: number } | { readonly before: string };

/** Indexes of all rules that match the choice; an error if there are none. */
export function chooseRules(rules: readonly Rule[], choice: RuleChoice): Result<readonly number[], string> {
  if ('index' in choice) {
    if (rules[choice.index] !== undefined) return ok([choice.index]);
    return fail(`there is no rule number ${choice.index + 1}; the file has ${rules.length}`);
  }
  const pattern = parsePattern(choice.pattern);
  const found = pattern.ok
    ? [...rules.keys()].filter((index) => isSamePattern((rules[index] as Rule).pattern, pattern.value))
    : [];
  return found.length > 0 ? ok(found) : fail(`no rule of the file has the pattern \`${choice.pattern}\``);
}

/** The index that a rule inserted there gets. */
export function choosePlace(rules: readonly Rule[], place: RulePlace): Result<number, string> {
  if (place === 'top') return ok(0);
  if (place === 'bottom') return ok(rules.length);
  if ('before' in place) {
    const found = chooseRules(rules, { pattern: place.before });
    return found.ok ? ok(found.value[0] as number) : found;
  }
  if (Number.isInteger(place.at) && place.at >= 0 && place.at <= rules.length) return ok(place.at);
  return fail(`there is no position ${place.at + 1}; the file has ${plural(rules.length, 'rule')}`);
}

export function isSamePattern(one: Pattern, other: Pattern): boolean {
  return patternKey(one) === patternKey(other);
}

/** The same key for equal patterns: `Bash(x)` is `Bash:x`, and `Tool:*` is `Tool`. */
export function patternKey(pattern: Pattern): string {
  const { tool, spelling, specText, spec } = pattern;
  switch (spelling) {
    case 'bare':
      return `${tool.text}:*`;
    case 'class':
    case 'colon':
      return `${tool.text}:${specText}`;
    case 'paren': {
      if (tool.alternatives.length > 1 || spec === 'by-tool') return formatPattern(pattern);
      if (specText === '*') return `${tool.text}:*`;
      const isOneText = spec.argument?.kind === 'text' && spec.argument.bare === undefined && !spec.argument.anywhere;
      return isOneText ? `${tool.text}:${spec.argument.glob.text}` : formatPattern(pattern);
    }
  }
}
