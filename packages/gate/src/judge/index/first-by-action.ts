import type { Action } from '../../types/rule.ts';
import { type ActionSet, ALLOW, ASK, DENY, NO_RULE } from '../rule-index.ts';

/** The first position of each action. */
export class FirstByAction {
  #allow = NO_RULE;
  #deny = NO_RULE;
  #ask = NO_RULE;

  add(action: Action, position: number): void {
    switch (action) {
      case 'allow':
        this.#allow = Math.min(this.#allow, position);
        return;
      case 'deny':
        this.#deny = Math.min(this.#deny, position);
        return;
      case 'ask':
        this.#ask = Math.min(this.#ask, position);
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
