import type { PermissionMode } from '@caliban/gate';
import type { Conversation } from '../conversation/conversation.ts';
import type { Model } from '../models/model.ts';
import type { AgentLimits } from './limits.ts';
import type { ToolCallParts } from './run-tool-call.ts';
import type { Tally } from './tally.ts';

/** Everything a turn needs; unchanged until it ends, whatever changes outside. */
export type TurnParts = ToolCallParts & {
  readonly model: Model;
  readonly mode: PermissionMode;
  readonly system: string;
  readonly limits: AgentLimits;
  readonly conversation: Conversation;
  readonly tally: Tally;
  readonly signal: AbortSignal;
};
