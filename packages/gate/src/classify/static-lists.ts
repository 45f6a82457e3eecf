import { formatPattern } from '../pattern/format-pattern.ts';
import type { ToolCall } from '../types/tool-call.ts';
import type { Verdict } from '../types/verdict.ts';

/** The lists of `auto-mode.toml`, in the order in which they are walked. */
export const STATIC_LISTS = ['hard_deny', 'soft_deny', 'allow'] as const;

export type StaticList = (typeof STATIC_LISTS)[number];

/** Which list speaks about a call, and by which pattern; null when none does. */
export type StaticLists = (call: ToolCall) => StaticHit | null;

export type StaticHit = {
  readonly list: StaticList;
  /** The deciding pattern, or the name of a curated class. */
  readonly pattern: string;
  /** Of a curated class: what is wrong, or right, with such calls. */
  readonly why?: string;
};

/**
 * Each list is judged as rules of its own: the two deny lists as deny rules, so that any part of a line is enough, and `allow`
 * as allow rules, so that every part is needed.
 */
export function walkStaticLists(judges: Readonly<Record<StaticList, (call: ToolCall) => Verdict>>): StaticLists {
  return (call) => {
    for (const list of STATIC_LISTS) {
      const { action, because } = judges[list](call);
      if (action !== MATCHED[list]) continue;
      return { list, pattern: because.kind === 'rule' ? formatPattern(because.rule.pattern) : because.kind };
    }
    return null;
  };
}

const MATCHED = { hard_deny: 'deny', soft_deny: 'deny', allow: 'allow' } as const;
