import type { Pattern } from '../types/pattern.ts';
import type { Action, Rule, RuleSource } from '../types/rule.ts';
import { parsePattern } from './parse-pattern.ts';

/** What a rule says beside its pattern. */
export type Said = Pick<Rule, 'action' | 'source'> & {
  readonly comment?: string | undefined;
  readonly reason?: string | undefined;
};

/** A rule with a plain pattern, parsed when somebody asks for it: of a thousand rules a single call meets a few. */
export class UnreadRule implements Rule {
  readonly patternText: string;
  readonly action: Action;
  readonly source: RuleSource;
  readonly comment?: string;
  readonly reason?: string;
  #pattern: Pattern | null = null;
  #rule: Rule | null = null;

  constructor(patternText: string, { action, source, comment, reason }: Said) {
    this.patternText = patternText;
    this.action = action;
    this.source = source;
    if (comment !== undefined) this.comment = comment;
    if (reason !== undefined) this.reason = reason;
  }

  get pattern(): Pattern {
    this.#pattern ??= parsed(this.patternText);
    return this.#pattern;
  }

  /** As any other rule, and the same object each time: rules are compared by identity. */
  read(): Rule {
    this.#rule ??= ruleWith(this.pattern, this);
    return this.#rule;
  }
}

/** Without what is not said. */
export function ruleWith(pattern: Pattern, { action, source, comment, reason }: Said): Rule {
  return {
    pattern,
    action,
    source,
    ...(comment === undefined ? {} : { comment }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function parsed(text: string): Pattern {
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(`\`${text}\` was taken for a pattern: ${pattern.error.message}`);
  return pattern.value;
}
