import { UnreadRule } from '../pattern/unread-rule.ts';
import type { Layer, Rule } from '../types/rule.ts';
import { candidateRules } from './candidates.ts';
import { ListedCandidates } from './listed-candidates.ts';
import type { RuleBook } from './rule-book.ts';
import type { RuleIndex, ToolRules } from './rule-index.ts';

type ListedBookOptions = {
  readonly foldPaths: boolean;
  readonly lockedLayers: readonly Layer[];
  readonly seesThroughWrappers?: boolean | undefined;
};

/** Rules tried one after the other: for one call that takes less than compiling them. */
export function listedBook(
  rules: readonly Rule[],
  { foldPaths, lockedLayers, seesThroughWrappers }: ListedBookOptions,
): RuleBook {
  const isOf = (layer: Layer) => (rule: Rule) => rule.source.layer === layer;
  return {
    rules: listedIndex(rules, foldPaths),
    locked: lockedLayers.map((layer) => listedIndex(rules.filter(isOf(layer)), foldPaths)),
    seesThroughWrappers,
  };
}

function asRead(rule: Rule): Rule {
  return rule instanceof UnreadRule ? rule.read() : rule;
}

function listedIndex(rules: readonly Rule[], foldPaths: boolean): RuleIndex {
  const tools = new Map<string, ToolRules>();
  return {
    size: rules.length,
    rule: (position) => asRead(rules[position] as Rule),
    forTool(name) {
      const known = tools.get(name) ?? candidateRules(new ListedCandidates(name, rules, foldPaths));
      tools.set(name, known);
      return known;
    },
  };
}
