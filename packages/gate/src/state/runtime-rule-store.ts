import { createRuleBook, type RuleBook, type RuleBookOptions, sessionBook } from '../judge/rule-book.ts';
import type { Rule } from '../types/rule.ts';
import { aroundSession } from './layer-order.ts';

/** The rules right now: what was loaded at start, with the session's own rules in their place, newest first. */
export class RuntimeRuleStore {
  readonly #options: RuleBookOptions;
  readonly #before: RuleBook;
  readonly #after: RuleBook;
  #session: readonly Rule[] = [];
  #book: RuleBook;

  /** `loaded` stands in layer order and holds no runtime rules. */
  constructor(loaded: readonly Rule[], options: RuleBookOptions = {}) {
    this.#options = options;
    const { before, after } = aroundSession(loaded);
    this.#before = createRuleBook(before, options);
    this.#after = createRuleBook(after, options);
    this.#book = this.#bind();
  }

  get book(): RuleBook {
    return this.#book;
  }

  /** Newest first. */
  get sessionRules(): readonly Rule[] {
    return this.#session;
  }

  /** Holds for the very next call. Whatever scope the rule is also written to, in this session it is a runtime rule. */
  add(rule: Rule): Rule {
    const added: Rule = { ...rule, source: { layer: 'runtime' } };
    this.#session = [added, ...this.#session];
    this.#book = this.#bind();
    return added;
  }

  /** False when no such session rule is there. */
  remove(rule: Rule): boolean {
    const remaining = this.#session.filter((kept) => kept !== rule);
    if (remaining.length === this.#session.length) return false;
    this.#session = remaining;
    this.#book = this.#bind();
    return true;
  }

  #bind(): RuleBook {
    return sessionBook(this.#before, this.#session, this.#after, this.#options);
  }
}
