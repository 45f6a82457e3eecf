import type { ToolCall } from '@caliban/calls';
import { judge } from '../judge/judge.ts';
import { judgeAtHost, writtenRules } from '../judge/left-to-host.ts';
import type { RuleBook } from '../judge/rule-book.ts';
import type { HostFallback } from '../types/host-fallback.ts';
import type { Verdict } from '../types/verdict.ts';
import type { ModeFilter } from './mode-filter.ts';

export type HostFallbackParts = {
  readonly fallback: HostFallback;
  /** With the built-in rules. */
  readonly book: () => RuleBook;
  readonly modeFilter: ModeFilter;
};

export type HostGateParts = {
  readonly judge: (call: ToolCall) => Verdict;
  readonly modeFilter: ModeFilter;
  readonly isLeft: (call: ToolCall, verdict: Verdict) => boolean;
};

/** The parts of a gate for calls of another agent that has its own permissions. */
export function hostFallback({ fallback, book, modeFilter }: HostFallbackParts): HostGateParts {
  const defaults = new WeakSet<Verdict>();
  return {
    judge(call) {
      const whole = book();
      if (fallback === 'ask') return judge(whole, call);
      const byWritten = judgeAtHost(writtenRules(whole), call);
      const verdict = fallback === 'leave' ? byWritten.verdict : judge(whole, call);
      if (byWritten.isLeft) defaults.add(verdict);
      return verdict;
    },
    isLeft: (_, verdict) => fallback === 'leave' && defaults.has(verdict),
    modeFilter: {
      async filter(call, verdict, signal) {
        const filtered = await modeFilter.filter(call, verdict, signal);
        const isDenied = fallback === 'deny' && filtered.action === 'ask' && defaults.has(verdict);
        return isDenied ? { action: 'deny', because: { kind: 'no-rule' } } : filtered;
      },
    },
  };
}
