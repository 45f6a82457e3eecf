import type { Action } from '../../types/rule.ts';
import { type ActionSet, ALLOW, ASK, DENY, NO_RULE } from '../rule-index.ts';

/** The first position of each action; positions are added in order. */
export class FirstByAction {
  #allow = NO_RULE;
  #deny = NO_RULE;
  #ask = NO_RULE;

  add(action: Action, position: number): void {
    switch (action) {
      case 'allow':
        if (this.#allow === NO_RULE) this.#allow = position;
        return;
      case 'deny':
        if (this.#deny === NO_RULE) this.#deny = position;
        return;
      case 'ask':
        if (this.#ask === NO_RULE) this.#ask = position;
        return;
    }
  }

  of(actions: ActionSet): number {
    return Math.min(
      actions & ALLOW ? this.#allow : NO_RULE,
      actions & DENY ? this.#deny : NO_RULE,
      actions & ASK ? this.#ask : NO_RULE,
    );
  }
}
