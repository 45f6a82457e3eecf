import { dirname } from 'node:path';
import type { AbsolutePath, ToolCall } from '@caliban/gate';
import type { ModeFilter } from '@caliban/gate/internal/filter/mode-filter';
import { isFromNet } from '@caliban/gate/internal/judge/from-net';
import { everyPlace } from '@caliban/gate/internal/text/places';

/** Whether the call writes a plan: a file for people, right in the directory of the plans, with no link that leads out of it. */
export function isPlanFile({ access, subject, surroundings }: ToolCall, plans: AbsolutePath): boolean {
  if (access !== 'edit' || subject.kind !== 'path') return false;
  const directories = new Set<string>([plans, surroundings.realPath?.(plans) ?? plans]);
  return everyPlace(subject).every((path) => path.endsWith('.md') && directories.has(dirname(path)));
}

/**
 * In plan mode the plan is all that the host has written, and it does not ask about it. Neither do we, where nobody wrote a rule for
 * it; a rule that somebody wrote says what it says.
 */
export const PLAN_FILTER: ModeFilter = {
  filter: async (_, verdict) =>
    verdict.action === 'ask' && isFromNet(verdict.because)
      ? { action: 'allow', because: { kind: 'mode', mode: 'plan', over: verdict } }
      : verdict,
};
