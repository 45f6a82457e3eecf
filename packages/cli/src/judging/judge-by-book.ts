import type { PermissionMode, RuleBook, ToolCall, Verdict } from '@caliban/gate';
import { describeCall } from '@caliban/gate/internal/describe/describe-call';
import { createModeFilter } from '@caliban/gate/internal/filter/mode-filter';
import { guardOwnFiles } from '@caliban/gate/internal/filter/own-files';
import { judge } from '@caliban/gate/internal/judge/judge';
import { timeLimit } from '@caliban/gate/internal/signals/time-limit';
import { SharedPermissionMode } from '@caliban/gate/internal/state/shared-permission-mode';
import type { World } from '../places/surroundings.ts';
import type { Policy } from '../policy/policy.ts';
import type { CallRequest } from './call-request.ts';
import { listsWhenAsked } from './lists-when-asked.ts';
import { NEVER } from './never-aborted.ts';

/** One call, with what it is judged by. */
export type BookRequest = World & {
  readonly request: CallRequest;
  readonly policy: Omit<Policy, 'rules' | 'unaccepted'>;
  readonly book: RuleBook;
};

/** `mode` is the one that counted: one that is refused lands in default. */
export type Judged = { readonly call: ToolCall; readonly verdict: Verdict; readonly mode: PermissionMode };

/** Null: it was judged in the mode that was wanted. */
export function modeNote({ mode }: Judged, wanted: PermissionMode): string | null {
  return mode === wanted ? null : `judged in ${mode} mode; ${wanted} would be refused at start`;
}

/** Rules and mode as a session would apply them; nobody is asked, no model is called, nothing is logged. */
export async function judgeByBook({ request, policy, book, ...world }: BookRequest): Promise<Judged> {
  const { mode, enforcedBy } = policy;
  const { surroundings, ownDirectories, locations } = world;
  const call = describeCall({ ...request, surroundings });
  const shared = new SharedPermissionMode({ mode, latched: false, enforcedBy });
  const classifier = listsWhenAsked({
    disabled: policy.autoModeDisabled,
    permissions: policy.permissions,
    locations,
    unanswered: policy.unanswered ?? 'use',
    explicit: policy.autoModeConfig,
  });
  const modeFilter = createModeFilter({ mode: shared, classifier });
  const signal = shared.current === 'auto' ? timeLimit(10_000) : NEVER;
  const verdict = guardOwnFiles((described) => judge(book, described), ownDirectories)(call);
  return { call, verdict: await modeFilter.filter(call, verdict, signal), mode: shared.current };
}
