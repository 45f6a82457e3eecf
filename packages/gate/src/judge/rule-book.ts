import type { Rule } from '../types/rule.ts';
import type { ToolProfiles } from '../types/tool-profile.ts';
import { compileRules } from './compile-rules.ts';
import { joinIndexes } from './joined-index.ts';
import type { RuleIndex } from './rule-index.ts';

/** The rules a call is judged by. */
export type RuleBook = {
  /** Every layer, in order: the first match speaks. */
  readonly rules: RuleIndex;
  /** Layers under `enforce`, each alone: what such a layer denies, no other layer lifts. */
  readonly locked: readonly RuleIndex[];
  /** Deny and ask rules also meet what `sudo`, `xargs`, `sh -c` and the like run. */
  readonly seesThroughWrappers?: boolean | undefined;
};

export type RuleBookOptions = {
  /** The file system tells no case apart. */
  readonly foldPaths?: boolean;
  /** The profiles the patterns were parsed with; others than those of caliban's own tools must be given here too. */
  readonly profiles?: ToolProfiles;
  /** Layers whose denies hold against every other layer. */
  readonly lockedLayers?: readonly Rule['source']['layer'][];
  readonly seesThroughWrappers?: boolean | undefined;
};

/** A book from rules that stand in the order in which they are tried. */
export function createRuleBook(rules: readonly Rule[], options: RuleBookOptions = {}): RuleBook {
  const { seesThroughWrappers } = options;
  return { rules: compileRules(rules, options), locked: lockedIndexes(rules, options), seesThroughWrappers };
}

/** A book whose session rules change while everything around them stays compiled. */
export function sessionBook(
  before: RuleBook,
  session: readonly Rule[],
  after: RuleBook,
  options: RuleBookOptions = {},
): RuleBook {
  return {
    rules: joinIndexes([before.rules, compileRules(session, options), after.rules]),
    locked: [...before.locked, ...after.locked],
    seesThroughWrappers: before.seesThroughWrappers === true || after.seesThroughWrappers === true,
  };
}

function lockedIndexes(rules: readonly Rule[], options: RuleBookOptions): readonly RuleIndex[] {
  return (options.lockedLayers ?? []).map((layer) =>
    compileRules(
      rules.filter(({ source }) => source.layer === layer),
      options,
    ),
  );
}
