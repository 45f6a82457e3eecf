import type { ToolCall } from '@caliban/calls';
import type { Question } from '../types/answer.ts';
import type { ConfinedRun } from '../types/verdict.ts';

/** A step of the agent around a tool. It can say no; only the gate says yes. The judged input runs: nothing is rewritten. */
export interface Hook extends PermissionEvents {
  /** For messages about the hook itself. */
  readonly name: string;
  beforeTool(call: ToolCall, signal: AbortSignal): Promise<HookAnswer>;
  /** Gets the result; awaited, so that its work is done before the model continues. */
  afterTool?(call: ToolCall, result: unknown, signal: AbortSignal): void | Promise<void>;
}

export type HookAnswer =
  /** `confined`: only if it runs that way. */
  | { readonly kind: 'continue'; readonly confined?: ConfinedRun }
  /** The message is the tool result that the model reads. `unasked`: it was a question, and no one could be asked. */
  | { readonly kind: 'deny'; readonly message: string; readonly unasked?: boolean };

/** Notifications, not questions: a hook can't change the call with them, and the call doesn't wait for it. */
export interface PermissionEvents {
  /** Someone is about to be asked. */
  onPermissionRequest?(question: Question): void | Promise<void>;
  onPermissionDenied?(call: ToolCall, message: string): void | Promise<void>;
  /** The kernel denied a confined command something: one sentence each, with the rule. */
  onBlocked?(call: ToolCall, what: readonly string[]): void | Promise<void>;
}
