import type { ToolCall } from '@caliban/calls';
import { classifierRequest, type FastClassifier } from '../classify/fast-classifier.ts';
import type { SharedPermissionMode } from '../state/shared-permission-mode.ts';
import type { PermissionMode } from '../types/permission-mode.ts';
import type { Action } from '../types/rule.ts';
import type { ClassifierOpinion, Verdict } from '../types/verdict.ts';
import { isAcceptedEdit } from './accepted-edit.ts';
import { isForPeople } from './needed-people.ts';
import { isReadOnly } from './read-only.ts';

/** Lets the mode overrule an ask; the overruled verdict is kept in `over`. */
export interface ModeFilter {
  filter(call: ToolCall, verdict: Verdict, signal: AbortSignal): Promise<Verdict>;
}

export type ModeFilterParts = {
  readonly mode: SharedPermissionMode;
  readonly classifier: FastClassifier;
  /** Whether a command can run confined and without network instead of being asked about in auto mode. Without it none can. */
  readonly canRunConfined?: CanRunConfined | undefined;
};

export type CanRunConfined = (call: ToolCall) => Promise<boolean>;

/** A static allow or deny is always final; only bypass, which needs its latch, overrules everything. */
export function createModeFilter({ mode, classifier, canRunConfined }: ModeFilterParts): ModeFilter {
  return { filter };

  async function filter(call: ToolCall, verdict: Verdict, signal: AbortSignal): Promise<Verdict> {
    const current = mode.current;
    if (current === 'bypassPermissions') return overruled('allow', current, verdict);
    if (verdict.action !== 'ask') return verdict;
    // Plan mode refuses it like any other write, and auto mode if it is hard denied; no mode says yes for the operator here.
    if (isForPeople(verdict) && current !== 'plan' && current !== 'auto') return verdict;
    switch (current) {
      case 'default':
        return verdict;
      case 'acceptEdits':
        return isAcceptedEdit(call) ? overruled('allow', current, verdict) : verdict;
      case 'plan':
        return isReadOnly(call.access) ? verdict : overruled('deny', current, verdict);
      case 'auto':
        return classified(call, verdict, signal);
      case 'dontAsk':
        return overruled('allow', current, verdict);
    }
  }

  async function classified(call: ToolCall, verdict: Verdict, signal: AbortSignal): Promise<Verdict> {
    const opinion = await classifier.classify(classifierRequest(call, verdict), signal);
    // The operator may have left auto mode while the classifier was running; the current mode decides.
    if (mode.current !== 'auto') return filter(call, verdict, signal);
    if (isForPeople(verdict) && opinion.verdict !== 'hard_deny') return verdict;
    const said: Verdict = { action: actionOf(opinion), because: { kind: 'classifier', opinion, over: verdict } };
    if (said.action !== 'ask' || isMeantAsQuestion(verdict, opinion)) return said;
    if (canRunConfined === undefined || !(await canRunConfined(call)) || mode.current !== 'auto') return said;
    return { ...overruled('allow', 'auto', said), confined: 'without-network' };
  }
}

/** Someone has written that this is to be asked: in a rule, or a list of auto mode. Confinement doesn't protect the workspace. */
function isMeantAsQuestion({ because, partRules = [] }: Verdict, { source }: ClassifierOpinion): boolean {
  // Auto mode is switched off, so it does nothing.
  if (source === 'DisabledFallback' || source === 'StaticRule' || because.kind === 'own-file') return true;
  const rules = [...(because.kind === 'rule' ? [because.rule] : []), ...partRules.map(({ rule }) => rule)];
  return rules.some(({ action, source: { layer } }) => action === 'ask' && layer !== 'builtin');
}

function overruled(action: Action, mode: PermissionMode, over: Verdict): Verdict {
  return { action, because: { kind: 'mode', mode, over } };
}

/** A soft deny is the same question as before, with the classifier's reason. */
function actionOf({ verdict }: ClassifierOpinion): Action {
  switch (verdict) {
    case 'allow':
      return 'allow';
    case 'soft_deny':
      return 'ask';
    case 'hard_deny':
      return 'deny';
  }
}
