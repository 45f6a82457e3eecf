import type { ToolCall } from '../types/tool-call.ts';

/** One kind of call that a curated list knows. */
export type ListClass = {
  readonly name: string;
  /** Shown to anyone who is refused or asked. */
  readonly why: string;
  /** Deny lists only: any part of the call is enough. */
  readonly recognises?: (call: ToolCall) => boolean;
  /** `allow` only: whether one command of the call, by its index, needs no pattern. */
  readonly covers?: (call: ToolCall, unit: number) => boolean;
};
