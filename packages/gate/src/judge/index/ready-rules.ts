import type { Spec } from '../../types/pattern.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { Verify } from './probe.ts';
import { type ReadyRule, readyRule, readyRuleMatches } from './ready-rule.ts';
import type { RuleColumns } from './rule-columns.ts';

/** How a position's rule reads for the tool in question. */
export type SpecAt = (position: number) => Spec;

/** Packed rules, unpacked when one must be tried as a whole; the latest are kept. */
export class ReadyRules {
  readonly #columns: RuleColumns;
  readonly #specAt: SpecAt;
  readonly #foldPaths: boolean;
  readonly #recent = new BoundedCache<number, ReadyRule>(1024);

  constructor(columns: RuleColumns, specAt: SpecAt, foldPaths: boolean) {
    this.#columns = columns;
    this.#specAt = specAt;
    this.#foldPaths = foldPaths;
  }

  readonly verify: Verify = (position, text, input) => readyRuleMatches(this.at(position), text, input);

  at(position: number): ReadyRule {
    const known = this.#recent.get(position);
    if (known !== undefined) return known;
    const rule = readyRule(this.#specAt(position), this.#columns.action(position), this.#foldPaths);
    this.#recent.set(position, rule);
    return rule;
  }
}
