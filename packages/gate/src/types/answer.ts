import type { ToolCall } from '@caliban/calls';
import type { Rehearsal } from './rehearsal.ts';
import type { Rule } from './rule.ts';
import type { Verdict } from './verdict.ts';

/** What the operator is shown. */
export type Question = {
  readonly call: ToolCall;
  readonly verdict: Verdict;
  /** Absent: commands are not rehearsed here. */
  readonly rehearsal?: Rehearsal;
};

/** Where an "always" is kept. */
export type Scope = 'session' | 'local' | 'project' | 'user';

/** What came back. */
export type Answer =
  | {
      readonly kind: 'once';
      readonly action: 'allow' | 'deny';
      /** Who answered, for the log: the operator, or a handler standing in for one. */
      readonly by: 'operator' | 'non-interactive' | 'auto-allow';
      /** For a deny: what the model reads. */
      readonly message?: string;
      /** Where the question went through the inbox. */
      readonly inbox?: InboxTrace;
    }
  | (KeptRule & {
      readonly kind: 'always';
      readonly scope: Scope;
      readonly by: 'operator';
      /** More rules for the same scope: one for each other part of a compound command. All have the same action. */
      readonly also?: readonly KeptRule[];
    });

export type KeptRule = {
  readonly rule: Rule;
  /** Also write a test beside the rule, of this call. */
  readonly testOf?: Pick<ToolCall, 'tool' | 'input'>;
};

/** What the log says about a question that went through the inbox: who answered and where, or why there is no answer. */
export type InboxTrace =
  | {
      readonly kind: 'answered';
      readonly askId: string;
      readonly name: string;
      readonly through: string;
      /** A hub knows the person, and as many others have allowed it as the rules want. */
      readonly hub?: true;
    }
  | { readonly kind: 'unanswered'; readonly askId?: string; readonly cause: InboxCause };

export type InboxCause = 'inbox-expired' | 'inbox-cancelled' | 'inbox-lapsed' | 'inbox-unreachable' | 'inbox-refused';
