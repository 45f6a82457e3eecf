import type { ToolCall } from '@caliban/calls';
import type { PermissionMode } from '@caliban/gate';
import type { AssistantMessage, ToolResult } from './conversation/messages.ts';
import type { Usage } from './models/model.ts';

/** The only thing shells see of the agent. `agent` is set for what a sub-agent does, with the call that started it. */
export type AgentEvent = { readonly agent?: string; readonly parentToolUseId?: string } & (
  | { readonly kind: 'turn-started'; readonly turn: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'retrying'; readonly attempt: number; readonly afterMs: number; readonly because: string }
  /** The whole reply, once it stands. */
  | { readonly kind: 'assistant'; readonly message: AssistantMessage; readonly usage: Usage }
  | {
      readonly kind: 'tool-started';
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
      readonly call?: ToolCall;
    }
  /** Hooks, gate and operator have said yes; the tool itself runs from here on. */
  | { readonly kind: 'tool-running'; readonly id: string }
  | { readonly kind: 'tool-progress'; readonly id: string; readonly text: string }
  | {
      readonly kind: 'tool-finished';
      readonly id: string;
      readonly name: string;
      readonly end: ToolEnd;
      readonly result: ToolResult;
      readonly diff?: string;
      /** Without the time hooks, gate and operator took to answer. */
      readonly tookMs: number;
    }
  /** The results of a turn, as they go back to the model. */
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

/** `denied`: the gate or a hook said no. `invalid`: unknown tool or wrong input; nothing was judged. */
export type ToolEnd = 'ok' | 'error' | 'denied' | 'invalid' | 'aborted';

export type RunEnd =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'turn-limit'; readonly limit: number }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'failed'; readonly message: string };

/** A call that did not run, for `permission_denials` and the exit code. */
export type Denial = {
  readonly toolName: string;
  readonly toolUseId: string;
  readonly input: unknown;
  readonly message: string;
  /** Nobody could be asked: a person at the keyboard might have allowed it. */
  readonly unasked: boolean;
};
