import type { ToolCall } from '@caliban/calls';
import type { ClassName } from '@caliban/calls/types';

/** One kind of call in a curated list. */
export type ListClass = {
  readonly name: string;
  /** Shown to anyone who is refused or asked. */
  readonly why: string;
  /** Deny lists only: any part of the call is enough. */
  readonly recognises?: (call: ToolCall) => boolean;
  /** `allow` only: calls of this class, and parts of command lines in it, need no pattern. */
  readonly covers?: ClassName;
};
