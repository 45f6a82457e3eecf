import type { Action } from '../../types/rule.ts';
import { type ActionSet, ALLOW, ASK, DENY, NO_RULE } from '../rule-index.ts';

/** The first position of each action. */
export type FirstByAction = Record<Action, number>;

export function noneByAction(): FirstByAction {
  return { allow: NO_RULE, deny: NO_RULE, ask: NO_RULE };
}

/** Positions come in order. */
export function addFirst(first: FirstByAction, action: Action, position: number): void {
  if (first[action] === NO_RULE) first[action] = position;
}

export function firstOfActions(first: FirstByAction, actions: ActionSet): number {
  return Math.min(
    actions & ALLOW ? first.allow : NO_RULE,
    actions & DENY ? first.deny : NO_RULE,
    actions & ASK ? first.ask : NO_RULE,
  );
}
