import type { ListedRule } from '@caliban/agent/session';
import { formatPattern, type Layer } from '@caliban/gate';
import { LAYERS } from '@caliban/gate/types';

export type RuleFilter = { readonly layer: Layer | 'all'; readonly text: string };

/** Ignores case; searches pattern, action, comment, reason and file. */
export function filterRules(rules: readonly ListedRule[], { layer, text }: RuleFilter): readonly ListedRule[] {
  const searched = text.trim().toLowerCase();
  return rules.filter(({ rule }) => {
    if (layer !== 'all' && rule.source.layer !== layer) return false;
    if (searched === '') return true;
    const { pattern, action, comment = '', reason = '', source } = rule;
    const all = `${action} ${formatPattern(pattern)} ${comment} ${reason} ${source.file ?? ''}`;
    return all.toLowerCase().includes(searched);
  });
}

/** All layers first, then only those that have rules. */
export function nextLayer(current: Layer | 'all', rules: readonly ListedRule[]): Layer | 'all' {
  const inUse = LAYERS.filter((layer) => rules.some(({ rule }) => rule.source.layer === layer));
  const choices = ['all', ...inUse] as const;
  return choices[(choices.indexOf(current) + 1) % choices.length] ?? 'all';
}
