import type { Rule } from './rule.ts';
import type { ToolCall } from './tool-call.ts';
import type { Verdict } from './verdict.ts';

/** What the operator is shown. */
export type Question = {
  readonly call: ToolCall;
  readonly verdict: Verdict;
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
    }
  | {
      readonly kind: 'always';
      readonly rule: Rule;
      readonly scope: Scope;
      readonly by: 'operator';
      /** Also write a test beside the rule, of this call. */
      readonly testOf?: Pick<ToolCall, 'tool' | 'input'>;
    };
