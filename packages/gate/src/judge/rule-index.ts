import type { CallClasses, ToolCall } from '@caliban/calls';
import type { ClassSet } from '@caliban/calls/classes';
import type { OperatorSet } from '@caliban/calls/types';
import type { Action, Rule } from '../types/rule.ts';

/** The actions included in a lookup, as bits. */
export type ActionSet = number;
export const ALLOW: ActionSet = 1;
export const DENY: ActionSet = 2;
export const ASK: ActionSet = 4;
export const DENY_OR_ASK: ActionSet = DENY | ASK;
export const EVERY_ACTION: ActionSet = ALLOW | DENY | ASK;

/** "No rule": greater than every position, so that the smaller of two results is always the earlier rule. */
export const NO_RULE = 0x3fff_ffff;

/** The result of `firstInside` if it gave up: less than every position. Such a text isn't allowed. */
export const TOO_SLOW = -1;

export function actionBit(action: Action): ActionSet {
  switch (action) {
    case 'allow':
      return ALLOW;
    case 'deny':
      return DENY;
    case 'ask':
      return ASK;
  }
}

/** Rules in order, compiled so that the first match is found without trying them all. A position is an index in that order. */
export interface RuleIndex {
  readonly size: number;
  /** The rule at a position. A new object for each call: compare positions, not objects. */
  rule(position: number): Rule;
  /** The rules that can match a call of this tool. */
  forTool(name: string): ToolRules;
}

/**
 * Every lookup takes the actions to include and `below`, and returns the smallest position under `below` whose rule matches, else
 * `below` itself; so lookups chain, each narrowing the next. Rules that also require fields (`command=…,timeout=5`) match only if
 * `input` has them. `accept` may reject a found rule; the search then continues after it.
 */
export interface ToolRules {
  /** The file system is case-insensitive: paths are compared in lower case. */
  readonly foldsPaths: boolean;
  /** The operators in deny and ask rules with a text argument. It may include more, never less. */
  readonly strictOperators: OperatorSet;
  /** Some rule is about a class. If none is, no class needs to be computed. */
  readonly asksForClasses: boolean;
  /** The index has rules about classes, so it knows how to get a call's classes. The judge doesn't. */
  classesOf(call: ToolCall): CallClasses;
  /** Rules for any call of the tool: no argument glob, no fields. */
  firstAny(actions: ActionSet, below: number): number;
  /** Rules with one of these actions, whatever they require. */
  firstOf(actions: ActionSet, below: number): number;
  /** Rules with a text argument (commands), anchored and `~` alike, against one text. */
  firstText(text: string, input: unknown, actions: ActionSet, below: number, accept?: Accept): number;
  /** Only the `~` rules, against one text. */
  firstAnywhere(text: string, input: unknown, actions: ActionSet, below: number): number;
  /** Every text rule as if it were a `~` rule: for lines too long to analyse. `TOO_SLOW` if the work exceeds the limit. */
  firstInside(text: string, input: unknown, actions: ActionSet, below: number): number;
  /** Rules with a path argument. */
  firstPath(path: PathProbe, input: unknown, actions: ActionSet, below: number, accept?: Accept): number;
  /** Rules with a URL argument, against one URL text. */
  firstUrl(url: string, input: unknown, actions: ActionSet, below: number): number;
  /** Rules about one of these classes. */
  firstClass(classes: ClassSet, actions: ActionSet, below: number): number;
  /** Rules that only require fields. */
  firstFields(input: unknown, actions: ActionSet, below: number): number;
}

export type Accept = (position: number) => boolean;

/** A path relative to each anchor (`belowAnchor`); null if it isn't below that anchor. */
export type PathProbe = {
  readonly root: string;
  readonly home: string | null;
  readonly workspace: string | null;
};
