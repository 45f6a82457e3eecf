import type { ToolCall } from '@caliban/calls';
import type { PermissionMode } from '@caliban/gate';
import type { AssistantMessage, ToolResult } from './conversation/messages.ts';
import type { Usage } from './models/model.ts';

/** All that frontends see of the agent. `agent` is set for a sub-agent's events, along with the call that started it. */
export type AgentEvent = { readonly agent?: string; readonly parentToolUseId?: string } & (
  | { readonly kind: 'turn-started'; readonly turn: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'retrying'; readonly attempt: number; readonly afterMs: number; readonly because: string }
  /** The whole reply, once it is complete. */
  | { readonly kind: 'assistant'; readonly message: AssistantMessage; readonly usage: Usage }
  | {
      readonly kind: 'tool-started';
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
      readonly call?: ToolCall;
    }
  /** Hooks, gate and operator have approved; the tool itself runs from here on. */
  | { readonly kind: 'tool-running'; readonly id: string }
  | { readonly kind: 'tool-progress'; readonly id: string; readonly text: string }
  | {
      readonly kind: 'tool-finished';
      readonly id: string;
      readonly name: string;
      readonly end: ToolEnd;
      readonly result: ToolResult;
      readonly diff?: string;
      /** Excludes the time that hooks, gate and operator took to answer. */
      readonly tookMs: number;
    }
  /** The results of a turn, as sent to the model. */
  | { readonly kind: 'tool-results'; readonly results: readonly ToolResult[] }
  | { readonly kind: 'mode-changed'; readonly mode: PermissionMode }
  | { readonly kind: 'compacted'; readonly fromMessages: number; readonly toMessages: number }
  | {
      readonly kind: 'ended';
      readonly end: RunEnd;
      readonly turns: number;
      readonly usage: Usage;
      readonly denials: readonly Denial[];
    }
);

/** `denied`: the gate or a hook refused. `invalid`: unknown tool or wrong input; nothing was judged. */
export type ToolEnd = 'ok' | 'error' | 'denied' | 'invalid' | 'aborted';

export type RunEnd =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'turn-limit'; readonly limit: number }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'failed'; readonly message: string };

/** A call that didn't run, for `permission_denials` and the exit code. */
export type Denial = {
  readonly toolName: string;
  readonly toolUseId: string;
  readonly input: unknown;
  readonly message: string;
  /** No one could be asked: a person at the keyboard might have allowed it. */
  readonly unasked: boolean;
};
