import { createRuleBook, type RuleBook, type RuleBookOptions } from '../judge/rule-book.ts';
import type { Rule } from '../types/rule.ts';
import { inLayerOrder } from './layer-order.ts';

/** The rules right now: what was loaded at start, with the session's own rules in their place, newest first. */
export class RuntimeRuleStore {
  readonly #options: RuleBookOptions;
  readonly #loaded: readonly Rule[];
  #session: readonly Rule[] = [];
  #book: RuleBook;

  /** `loaded` stands in layer order and holds no runtime rules. */
  constructor(loaded: readonly Rule[], options: RuleBookOptions = {}) {
    this.#options = options;
    this.#loaded = loaded;
    this.#book = this.#compiled();
  }

  get book(): RuleBook {
    return this.#book;
  }

  /** All of them, in the order in which they are tried. */
  get rules(): readonly Rule[] {
    return inLayerOrder(this.#loaded, this.#session);
  }

  /** Newest first. */
  get sessionRules(): readonly Rule[] {
    return this.#session;
  }

  /** Holds for the very next call. Whatever scope the rule is also written to, in this session it is a runtime rule. */
  add(rule: Rule): Rule {
    const added: Rule = { ...rule, source: { layer: 'runtime' } };
    this.#session = [added, ...this.#session];
    this.#book = this.#compiled();
    return added;
  }

  /** False when no such session rule is there. */
  remove(rule: Rule): boolean {
    const remaining = this.#session.filter((kept) => kept !== rule);
    if (remaining.length === this.#session.length) return false;
    this.#session = remaining;
    this.#book = this.#compiled();
    return true;
  }

  /** All of them again: session rules come from a person's answers, and compiling ten thousand rules takes less than a frame or two. */
  #compiled(): RuleBook {
    return createRuleBook(this.rules, this.#options);
  }
}
