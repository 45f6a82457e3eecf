import type { ToolCall } from '@caliban/calls';
import type { Rehearsal } from './rehearsal.ts';
import type { Rule } from './rule.ts';
import type { Verdict } from './verdict.ts';

/** What the operator sees. */
export type Question = {
  readonly call: ToolCall;
  readonly verdict: Verdict;
  /** Absent: commands are not rehearsed here. */
  readonly rehearsal?: Rehearsal;
};

/** Where an "always" is saved. */
export type Scope = 'session' | 'local' | 'project' | 'user';

/** The answer to a question. */
export type Answer =
  | {
      readonly kind: 'once';
      readonly action: 'allow' | 'deny';
      /** Who answered, for the log: the operator, or a handler that replaces one. */
      readonly by: 'operator' | 'non-interactive' | 'auto-allow';
      /** For a deny: the message to the model. */
      readonly message?: string;
      /** If the question went through the inbox. */
      readonly inbox?: InboxTrace;
    }
  | (KeptRule & {
      readonly kind: 'always';
      readonly scope: Scope;
      readonly by: 'operator';
      /** More rules for the same scope: one for each other part of a compound command. All have the same action. */
      readonly also?: readonly KeptRule[];
      /** Where the question went through the inbox: the server writes the file of the scope, not the session. */
      readonly inbox?: InboxTrace;
    });

export type KeptRule = {
  readonly rule: Rule;
  /** Also write a test of this call with the rule. */
  readonly testOf?: Pick<ToolCall, 'tool' | 'input'>;
};

/** What the log says about a question that went through the inbox: who answered and where, or why there is no answer. */
export type InboxTrace =
  | {
      readonly kind: 'answered';
      readonly askId: string;
      readonly name: string;
      readonly through: string;
      /** A hub knows the person, and as many others have allowed it as the rules require. */
      readonly hub?: true;
    }
  | { readonly kind: 'unanswered'; readonly askId?: string; readonly cause: InboxCause };

export type InboxCause =
  | 'inbox-expired'
  | 'inbox-cancelled'
  | 'inbox-lapsed'
  /** It stays open, and its answer is used when the host announces the same call again. */
  | 'inbox-parked'
  | 'inbox-unreachable'
  | 'inbox-refused';
