import type { FastClassifier, RuleBook, ToolCall, Verdict } from '@caliban/gate';
import { describeCall } from '@caliban/gate/internal/describe/describe-call';
import { createModeFilter } from '@caliban/gate/internal/filter/mode-filter';
import { guardOwnFiles } from '@caliban/gate/internal/filter/own-files';
import { judge } from '@caliban/gate/internal/judge/judge';
import { timeLimit } from '@caliban/gate/internal/signals/time-limit';
import { SharedPermissionMode } from '@caliban/gate/internal/state/shared-permission-mode';
import { isPermissionMode, PERMISSION_MODES } from '@caliban/gate/internal/types/permission-mode';
import { UsageError } from '../command-line/problems.ts';
import type { World } from '../places/surroundings.ts';
import type { Policy } from '../policy/policy.ts';
import type { CallRequest } from './call-request.ts';
import { NEVER } from './never-aborted.ts';

/** One call, with what it is judged by. */
export type BookRequest = World & {
  readonly request: CallRequest;
  readonly policy: Omit<Policy, 'rules'>;
  readonly book: RuleBook;
};

/** `mode` is the one that counted: one that is refused lands in default. */
export type Judged = { readonly call: ToolCall; readonly verdict: Verdict; readonly mode: string };

/** Rules and mode as a session would apply them; nobody is asked, no model is called, nothing is logged. */
export async function judgeByBook({ request, policy, book, ...world }: BookRequest): Promise<Judged> {
  const { mode, enforcedBy } = policy;
  if (!isPermissionMode(mode)) {
    throw new UsageError(`there is no mode \`${mode}\`; the modes are ${PERMISSION_MODES.join(', ')}`);
  }
  const { surroundings, ownDirectories } = world;
  const call = describeCall({ ...request, surroundings });
  const shared = new SharedPermissionMode({ mode, latched: false, enforcedBy });
  const modeFilter = createModeFilter({ mode: shared, classifier: onlyLists(policy, world) });
  const verdict = guardOwnFiles((described) => judge(book, described), ownDirectories)(call);
  return { call, verdict: await modeFilter.filter(call, verdict, NEVER), mode: shared.current };
}

/** Only auto mode asks it, so it is loaded only then. */
function onlyLists(
  { autoModeDisabled, autoModeConfig }: BookRequest['policy'],
  { locations, surroundings }: World,
): FastClassifier {
  return {
    classify: async (request) => {
      const { listsOnly } = await import('./lists-only.ts');
      const cwd = surroundings.cwd ?? surroundings.workspace;
      const lists = await listsOnly({ disabled: autoModeDisabled, locations, explicit: autoModeConfig, cwd });
      return lists.classify(request, timeLimit(10_000));
    },
  };
}
