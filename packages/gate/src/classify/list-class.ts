import type { ToolCall } from '../types/tool-call.ts';

/** One kind of call that a curated list knows. */
export type ListClass = {
  readonly name: string;
  /** Shown to whoever is refused or asked. */
  readonly why: string;
  readonly patterns: readonly string[];
  /** Deny lists only: patterns for what the others do not mean. */
  readonly spares?: readonly string[];
  /** Deny lists only: what no pattern can say. `isMeant` tries the patterns on another call. */
  readonly recognises?: (call: ToolCall, isMeant: (other: ToolCall) => boolean) => boolean;
  /** `allow` only: a command, word by word and all of it literal, that needs no pattern. */
  readonly covers?: (words: readonly string[], call: ToolCall) => boolean;
};
