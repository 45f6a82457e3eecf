import type { ToolProfiles } from '@caliban/calls';
import { allowsOnlyConfined, type Rule } from '../types/rule.ts';
import { BuiltParts, type CompileOptions } from './index/built-parts.ts';
import type { IndexParts } from './index/index-parts.ts';
import { IndexedRules } from './index/indexed-rules.ts';
import type { RuleIndex } from './rule-index.ts';

/** The rules a call is judged by. */
export type RuleBook = {
  /** Every layer, in order: the first match decides. */
  readonly rules: RuleIndex;
  /** Each layer under `enforce` alone: no other layer lifts its denies. */
  readonly enforced: readonly RuleIndex[];
  /** Deny and ask rules also apply to what `sudo`, `xargs`, `sh -c` and the like run. */
  readonly seesThroughWrappers?: boolean | undefined;
  /** For commands that can be confined. Absent if no rule distinguishes between confined and not. */
  readonly confining?: ConfiningBooks | undefined;
};

export type ConfiningBooks = {
  /** With the rules that only allow confined runs. */
  readonly allowing: RuleBook;
  /** The same with an ask in place of each of them: a call that asks here needs one of them. */
  readonly asking: RuleBook;
};

export type RuleBookOptions = {
  /** The file system is case-insensitive. */
  readonly foldPaths?: boolean;
  /** The profiles the patterns were parsed with; if they aren't those of caliban's own tools they must be passed here too. */
  readonly profiles?: ToolProfiles;
  /** Layers whose denies override every other layer. */
  readonly enforcedLayers?: readonly Rule['source']['layer'][];
  readonly seesThroughWrappers?: boolean | undefined;
  /** Commands can be confined, so rules that allow only that apply to them. */
  readonly confines?: boolean | undefined;
};

/** A book from rules in the order in which they are tried. */
export function createRuleBook(
  rules: readonly Rule[],
  { confines = false, ...options }: RuleBookOptions = {},
): RuleBook {
  const book = bookOfParts(buildBook(rules, options), options);
  return confines && rules.some(allowsOnlyConfined) ? { ...book, confining: confiningBooks(rules, options) } : book;
}

function confiningBooks(rules: readonly Rule[], options: RuleBookOptions): ConfiningBooks {
  const asQuestion = (rule: Rule): Rule => (allowsOnlyConfined(rule) ? { ...rule, action: 'ask' } : rule);
  return {
    allowing: bookOfParts(buildBook(rules, { ...options, confines: true }), options),
    asking: bookOfParts(buildBook(rules.map(asQuestion), options), options),
  };
}

/** The parts of the indexes of a book: every layer together, and then each enforced layer alone. */
export type BookParts<Parts extends IndexParts = IndexParts> = {
  readonly rules: Parts;
  readonly enforced: readonly Parts[];
};

export function buildBook(rules: readonly Rule[], options: RuleBookOptions = {}): BookParts<BuiltParts> {
  const { enforcedLayers = [] } = options;
  const only = (layer: Rule['source']['layer']) => rules.filter(({ source }) => source.layer === layer);
  return {
    rules: new BuiltParts(rules, options),
    enforced: enforcedLayers.map((layer) => new BuiltParts(only(layer), options)),
  };
}

export function bookOfParts(
  { rules, enforced }: BookParts,
  { profiles, seesThroughWrappers }: Pick<RuleBookOptions, 'profiles' | 'seesThroughWrappers'>,
): RuleBook {
  return {
    rules: new IndexedRules(rules, profiles),
    enforced: enforced.map((parts) => new IndexedRules(parts, profiles)),
    seesThroughWrappers,
  };
}

export type { CompileOptions } from './index/built-parts.ts';

/** Rules in the order in which they are tried. The rule objects themselves aren't kept. */
export function compileRules(rules: Iterable<Rule>, options: CompileOptions = {}): RuleIndex {
  return new IndexedRules(new BuiltParts(rules, options), options.profiles);
}
