import { describeCall, type ToolCall } from '@caliban/calls';
import { openGate, type PermissionMode, type RuleBook, type Verdict } from '@caliban/gate';
import { timeLimit } from '@caliban/gate/signals';
import type { WorkspaceContext } from '../paths/workspace-context.ts';
import type { Policy } from '../policy/policy.ts';
import type { CallRequest } from './call-request.ts';
import { listsWhenAsked } from './lists-when-asked.ts';
import { NEVER } from './never-aborted.ts';

/** One call, with the policy it is judged by. */
export type BookRequest = WorkspaceContext & {
  readonly request: CallRequest;
  readonly policy: Omit<Policy, 'rules' | 'unaccepted'>;
  readonly book: RuleBook;
};

/** `mode` is the effective one: a refused mode becomes default. */
export type Judged = { readonly call: ToolCall; readonly verdict: Verdict; readonly mode: PermissionMode };

/** Null: it was judged in the requested mode. */
export function modeNote({ mode }: Judged, wanted: PermissionMode): string | null {
  return mode === wanted ? null : `judged in ${mode} mode; ${wanted} would be refused at start`;
}

/** Applies rules and mode as a session would; no one is asked, no model is called, nothing is logged. */
export async function judgeByBook({ request, policy, book, ...world }: BookRequest): Promise<Judged> {
  const { context, ownDirectories, locations } = world;
  const call = describeCall({ ...request, context });
  const classifier = listsWhenAsked({
    disabled: policy.autoModeDisabled,
    permissions: policy.permissions,
    locations,
    unanswered: policy.unanswered ?? 'use',
    explicit: policy.autoModeConfig,
  });
  const { byRulesAndMode, mode } = openGate({
    policy: { rules: { book }, ownDirectories },
    mode: { mode: policy.mode, enforcedBy: policy.enforcedBy, classifier },
    ask: null,
    log: null,
  });
  const verdict = await byRulesAndMode(call, mode.current === 'auto' ? timeLimit(10_000) : NEVER);
  return { call, verdict, mode: mode.current };
}
