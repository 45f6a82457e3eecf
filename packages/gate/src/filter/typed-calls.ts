import type { Verdict } from '../types/verdict.ts';
import type { ModeFilter } from './mode-filter.ts';
import { neededPeople } from './needed-people.ts';

/**
 * Doesn't ask about a call that the operator typed, in any mode, unless other people have to answer: modes are for the agent's
 * calls.
 */
export function allowTypedCalls(filter: ModeFilter): ModeFilter {
  return {
    filter: async (call, verdict, signal) =>
      call.origin.typed === true && verdict.action === 'ask' && neededPeople(verdict) === null
        ? typed(verdict)
        : filter.filter(call, verdict, signal),
  };
}

function typed(over: Verdict): Verdict {
  return { action: 'allow', because: { kind: 'typed', over } };
}
