import type { Question } from '../types/answer.ts';
import type { ToolCall } from '../types/tool-call.ts';

/** A step of the agent around a tool. It can say no; only the gate says yes. What was judged is what runs: nothing is rewritten. */
export interface Hook extends PermissionEvents {
  /** For messages about the hook itself. */
  readonly name: string;
  beforeTool(call: ToolCall, signal: AbortSignal): Promise<HookAnswer>;
  /** Sees the result; waited for, so that what it does is done before the model reads on. */
  afterTool?(call: ToolCall, result: unknown, signal: AbortSignal): void | Promise<void>;
}

export type HookAnswer =
  | { readonly kind: 'continue' }
  /** The message is the tool result the model reads. `unasked`: it was a question, and nobody could be asked. */
  | { readonly kind: 'deny'; readonly message: string; readonly unasked?: boolean };

/** News, not questions: whoever hears of them changes nothing about the call, and nobody waits. */
export interface PermissionEvents {
  /** Somebody is about to be asked. */
  onPermissionRequest?(question: Question): void | Promise<void>;
  onPermissionDenied?(call: ToolCall, message: string): void | Promise<void>;
}
