import type { AbsolutePath, ToolCall } from '@caliban/calls';
import type { AskHandler } from './ask/ask-handler.ts';
import { disabledClassifier } from './classify/disabled-classifier.ts';
import type { FastClassifier } from './classify/fast-classifier.ts';
import { judgeAddedDirectories } from './filter/added-directories.ts';
import { forgetWhenLeavingAuto } from './filter/forget-when-leaving-auto.ts';
import { hostFallback } from './filter/host-fallback.ts';
import { type CanRunConfined, createModeFilter, type ModeFilter } from './filter/mode-filter.ts';
import { guardOwnFiles } from './filter/own-files.ts';
import { allowTypedCalls } from './filter/typed-calls.ts';
import { type AlwaysAnswer, type ConfinementOf, createGate, type RehearsalOf, type WeighingGate } from './gate.ts';
import type { RuleBook } from './judge/rule-book.ts';
import type { AuditEntry, LoggedMode } from './record/audit-entry.ts';
import { type ModeStart, SharedPermissionMode } from './state/shared-permission-mode.ts';
import type { HostFallback } from './types/host-fallback.ts';
import type { Verdict } from './types/verdict.ts';

/** The policy by which calls are judged. */
export type GatePolicy = {
  /** The source of the current rules, such as a `RuntimeRuleStore`; read for every call. */
  readonly rules: { readonly book: RuleBook };
  /** For rules that may have to be reloaded before a call can be judged; default: `judge` is called once. */
  readonly judgeWith?: (call: ToolCall, judge: () => Verdict) => Verdict | Promise<Verdict>;
  /** Caliban's own files and directories: writing there is always a question. Resolved once, when a call may concern them. */
  readonly ownDirectories?: () => readonly AbsolutePath[];
  /** For calls of an agent with its own permissions: what happens if no written rule decides. Default: `ask`. */
  readonly fallback?: HostFallback | undefined;
  /** Saves the rule of an "always" before the next question is asked. `asked` is the call the question was about. */
  readonly remember?: (answer: AlwaysAnswer, asked: ToolCall) => void | Promise<void>;
  /** For a host that can confine commands: how an allowed command is about to run. */
  readonly confinement?: ConfinementOf | undefined;
  /** For hosts that rehearse commands: the result, for the log. */
  readonly rehearsal?: RehearsalOf | undefined;
};

export type GateMode = Partial<ModeStart> & {
  /** Auto mode's second opinion. Without one every ask in auto mode stays an ask. */
  readonly classifier?: FastClassifier;
  /** In auto mode, whether a command can run confined and without network instead of being asked about. */
  readonly canRunConfined?: CanRunConfined | undefined;
  /** Clears the classifier's cache; called when auto mode is left. */
  readonly forget?: () => void;
  /** Gets every verdict after the mode, along with the one before it, and may replace it. */
  readonly review?: (call: ToolCall, verdict: Verdict, before: Verdict) => Verdict;
};

/** Rejects or throws if calls that can't be logged must not run. */
export type GateLog = { readonly record: (entry: AuditEntry) => void | Promise<void> };

export type GateContext = {
  /** Milliseconds since 1970, with a fraction where there is one. */
  readonly clock?: () => number;
  /** Messages for the operator, such as a rule that couldn't be saved. */
  readonly warn?: (message: string) => void;
  /**
   * When a newly chosen mode is applied to an open question; default: at once. A terminal waits until the operator has stopped
   * cycling through the modes, so that passing through one answers nothing.
   */
  readonly onceModeRests?: (then: () => void) => void;
};

export type OpenGateParts = {
  readonly policy: GatePolicy;
  readonly mode: GateMode;
  /** Answers questions, one at a time. Null: every question is a refusal. */
  readonly ask: AskHandler | null;
  /** Null: nothing is logged. */
  readonly log: GateLog | null;
  readonly context?: GateContext;
};

export type OpenGate = WeighingGate & {
  readonly mode: SharedPermissionMode;
  /** The mode's name in the log. */
  readonly modeName: () => LoggedMode;
  /** The verdict of the rules, before any mode. Neither asks nor logs; throws errors. */
  readonly byRules: (call: ToolCall) => Verdict;
  /** The same after the mode. */
  readonly byRulesAndMode: (call: ToolCall, signal: AbortSignal) => Promise<Verdict>;
};

/**
 * The one way to open a gate: the policy with the guard of caliban's own files, the mode with its restrictions, questions and
 * log.
 */
export function openGate({ policy, mode: start, ask, log, context = {} }: OpenGateParts): OpenGate {
  const {
    rules,
    ownDirectories = NONE,
    judgeWith = (_, judge) => judge(),
    fallback = 'ask',
    remember,
    confinement,
    rehearsal,
  } = policy;
  const { classifier = disabledClassifier(), canRunConfined, forget, review, ...modeStart } = start;
  const { warn, clock, onceModeRests = (then) => then() } = context;
  const mode = new SharedPermissionMode({ mode: 'default', latched: false, ...modeStart });
  if (forget !== undefined) forgetWhenLeavingAuto(forget, mode);
  const ownFilter = createModeFilter({ mode, classifier, canRunConfined });
  const host = hostFallback({ fallback, book: () => rules.book, modeFilter: ownFilter });
  const byRules = mode.isDisabled ? () => UNRULED : guardOwnFiles(judgeAddedDirectories(host.judge), ownDirectories);
  const modeFilter = mode.isDisabled ? UNFILTERED : allowTypedCalls(reviewed(host.modeFilter, review));
  const modeName = () => (mode.isDisabled ? 'disabled' : mode.current);
  const gate = createGate({
    judge: (call) => judgeWith(call, () => byRules(call)),
    isLeft: host.isLeft,
    modeFilter,
    askHandler: ask ?? NOBODY,
    remember: (answer, asked) => remember?.(answer, asked),
    onRememberFailed: (_, error) => warn?.(error instanceof Error ? error.message : String(error)),
    record: (entry) => log?.record(entry),
    confinement,
    onModeChange: (listener) => mode.onChange(() => onceModeRests(listener)),
    rehearsal,
    mode: modeName,
    ...(clock === undefined ? {} : { clock }),
  });
  return {
    ...gate,
    mode,
    modeName,
    byRules,
    byRulesAndMode: async (call, signal) => modeFilter.filter(call, byRules(call), signal),
  };
}

const NONE = () => [];

const NOBODY: AskHandler = { ask: () => Promise.reject(new Error('nobody can be asked')) };

/** `--no-permissions`: nothing is judged, everything is logged. */
const UNRULED: Verdict = { action: 'allow', because: { kind: 'no-rule' } };
const UNFILTERED: ModeFilter = { filter: async (_, verdict) => verdict };

function reviewed(filter: ModeFilter, review: GateMode['review']): ModeFilter {
  if (review === undefined) return filter;
  return {
    filter: async (call, before, signal) => review(call, await filter.filter(call, before, signal), before),
  };
}
