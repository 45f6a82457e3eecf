import { createHash } from 'node:crypto';
import {
  autoClassifier,
  createModeFilter,
  createRuleBook,
  describeCall,
  type FastClassifier,
  judge,
  type Rule,
  SharedPermissionMode,
  type Surroundings,
  type ToolCall,
  type Verdict,
} from '@caliban/gate';
import { isPermissionMode, PERMISSION_MODES } from '@caliban/gate/internal/types/permission-mode';
import { UsageError } from './args.ts';
import type { CallRequest } from './call-request.ts';

/** One call, with the rules it is judged by. */
export type JudgeRequest = {
  readonly request: CallRequest;
  readonly rules: readonly Rule[];
  readonly surroundings: Surroundings;
  readonly mode: string | undefined;
};

export type Judged = { readonly call: ToolCall; readonly verdict: Verdict };

/** Rules and mode as a session would apply them; nobody is asked, no model is called, nothing is logged. */
export async function judgeRequest({ request, rules, surroundings, mode = 'default' }: JudgeRequest): Promise<Judged> {
  if (!isPermissionMode(mode)) {
    throw new UsageError(`there is no mode \`${mode}\`; the modes are ${PERMISSION_MODES.join(', ')}`);
  }
  const call = describeCall({ ...request, surroundings });
  const modeFilter = createModeFilter({
    mode: new SharedPermissionMode({ mode, latched: false }),
    classifier: onlyLists(),
  });
  const verdict = judge(createRuleBook(rules), call);
  return { call, verdict: await modeFilter.filter(call, verdict, AbortSignal.timeout(10_000)) };
}

/** Auto mode without its model: what the lists do not know stays a question. */
function onlyLists(): FastClassifier {
  return autoClassifier({
    disabled: false,
    staticLists: () => null,
    digest: (text) => createHash('sha256').update(text).digest('hex'),
    model: {
      classify: async () => ({ verdict: 'soft-deny', source: 'Model', reason: 'a model would be consulted here' }),
    },
  }).classifier;
}
