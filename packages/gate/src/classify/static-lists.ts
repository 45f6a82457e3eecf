import type { ToolCall } from '@caliban/calls';

/** The lists of `auto-mode.toml`, in the order in which they are checked. */
export const STATIC_LISTS = ['hard_deny', 'soft_deny', 'allow'] as const;

export type StaticList = (typeof STATIC_LISTS)[number];

/** Which list decides about a call, and by which pattern; null if none does. */
export type StaticLists = (call: ToolCall) => StaticHit | null;

export type StaticHit = {
  readonly list: StaticList;
  /** The deciding pattern, or the name of a curated class. */
  readonly pattern: string;
  /** For a curated class: what is wrong, or right, with such calls. */
  readonly why?: string;
};
