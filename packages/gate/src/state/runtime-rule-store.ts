import { createRuleBook, type RuleBook, type RuleBookOptions } from '../judge/rule-book.ts';
import type { Rule } from '../types/rule.ts';
import { inLayerOrder } from './layer-order.ts';

/** The current rules: those loaded at the start, with the session's own rules in their place, newest first. */
export class RuntimeRuleStore {
  readonly #options: RuleBookOptions;
  readonly #loaded: readonly Rule[];
  #session: readonly Rule[] = [];
  #book: RuleBook;

  /** `loaded` is in layer order and contains no runtime rules. */
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

  /** Applies from the next call on. Whatever scope the rule is also written to, in this session it is a runtime rule. */
  add(rule: Rule): Rule {
    const added: Rule = { ...rule, source: { layer: 'runtime' } };
    this.#session = [added, ...this.#session];
    this.#book = this.#compiled();
    return added;
  }

  /** False if there is no such session rule. */
  remove(rule: Rule): boolean {
    const remaining = this.#session.filter((kept) => kept !== rule);
    if (remaining.length === this.#session.length) return false;
    this.#session = remaining;
    this.#book = this.#compiled();
    return true;
  }

  /**
   * Recompiles all of them: session rules come from a person's answers, and compiling ten thousand rules takes less than a frame
   * or two.
   */
  #compiled(): RuleBook {
    return createRuleBook(this.rules, this.#options);
  }
}
