import {
  type AskHandler,
  autoClassifier,
  createGate,
  createModeFilter,
  describeCall,
  type FastClassifier,
  type Gate,
  judge,
  RuntimeRuleStore,
  SharedPermissionMode,
  type Surroundings,
  type ToolCall,
  type Verdict,
} from '@caliban/gate';
import { unaskedNotice } from '@caliban/gate/internal/ask/non-interactive-ask-handler';
import { forgetWhenLeavingAuto } from '@caliban/gate/internal/filter/forget-when-leaving-auto';
import { hostFallback } from '@caliban/gate/internal/filter/host-fallback';
import type { ModeFilter } from '@caliban/gate/internal/filter/mode-filter';
import { guardOwnFiles } from '@caliban/gate/internal/filter/own-files';
import { type LoggedMode, refusedByHookEntry } from '@caliban/gate/internal/record/audit-entry';
import { errorText } from '@caliban/gate/internal/text/error-text';
import type { AbsolutePath } from '@caliban/gate/internal/types/absolute-path';
import type { HostFallback } from '@caliban/gate/internal/types/host-fallback';
import type { AuditLog } from '@caliban/storage/internal/audit/write/audit-log';
import type { Locations } from '@caliban/storage/internal/locations';
import { bookOptions } from '../judging/judge-request.ts';
import { sha256 } from '../judging/sha256.ts';
import { decisionLog } from '../log/decision-log.ts';
import { ownDirectories } from '../places/own-directories.ts';
import type { AuditSettings, Settings } from '../policy/settings.ts';
import type { AutoMode } from './auto-mode.ts';
import type { RefusalRecord } from './recorded-hooks.ts';
import { ruleMemory } from './rule-memory.ts';

export type GateWiring = {
  readonly settings: Settings;
  readonly locations: Locations;
  readonly surroundings: Surroundings;
  readonly askHandler: AskHandler;
  readonly autoMode: Pick<AutoMode, 'staticLists' | 'isSwitchedOff'>;
  /** Null: no route leads to a model. */
  readonly classifierModel: FastClassifier | null;
  readonly warn: (message: string) => void;
  /** Where another agent makes the calls, and has permissions of its own. */
  readonly fallback?: HostFallback | undefined;
  /** False: what dontAsk lets through is said aloud, call by call. */
  readonly operatorIsThere: boolean;
};

/** The gate of a session, with what may change while it runs. */
export type GateSession = {
  readonly gate: Gate;
  readonly rules: RuntimeRuleStore;
  readonly mode: SharedPermissionMode;
  /** As the log and the init frame name it. */
  readonly modeName: () => LoggedMode;
  /** What the rules say, before any mode. */
  readonly judge: (call: ToolCall) => Verdict;
  /** No static rule denies Read on it. */
  readonly mayRead: (path: AbsolutePath) => boolean;
  /** For a call that a hook refused before the gate saw it. Rejects if what cannot be logged must not run. */
  readonly recordRefusal: RefusalRecord;
  /** Told when an "always" has been written to a file. */
  readonly onRuleSaved: (listener: () => void) => void;
  readonly close: () => void;
};

/** Where rules, mode, question, memory and log meet. */
export function composeGate(wiring: GateWiring): GateSession {
  const { settings, locations, surroundings, askHandler, warn } = wiring;
  const isDisabled = settings.mode.value === 'disabled';
  const mode = new SharedPermissionMode({
    mode: settings.mode.value === 'disabled' ? 'default' : settings.mode.value,
    latched: settings.latched,
    isDisabled,
    ...(settings.enforce.value ? { enforcedBy: settings.enforce.from } : {}),
  });
  const modeName = () => (isDisabled ? 'disabled' : mode.current);
  const rules = new RuntimeRuleStore(settings.rules, bookOptions(settings));
  const directories = ownDirectories(locations);
  const guarded = (judgeByRules: (call: ToolCall) => Verdict) => guardOwnFiles(judgeByRules, () => directories);
  const judgeByRules = guarded((call) => judge(rules.book, call));
  const host = hostFallback({
    fallback: wiring.fallback ?? 'ask',
    book: () => rules.book,
    modeFilter: aloud(modeFilter(wiring, mode), wiring),
  });
  const log = logOf(settings.audit, warn);
  const savedListeners: (() => void)[] = [];
  const onSaved = () => {
    for (const listener of savedListeners) listener();
  };
  const { cwd: _, ...atRoot } = surroundings;
  const world = { surroundings: atRoot, ownDirectories: () => directories };
  const keep = ruleMemory({ rules, fileRules: settings.rules, locations, world, onSaved });
  let asked: ToolCall | null = null;

  return {
    gate: createGate({
      ...(isDisabled ? { judge: () => UNRULED, modeFilter: NO_FILTER } : { ...host, judge: guarded(host.judge) }),
      askHandler: {
        ask(question, signal) {
          asked = question.call;
          return askHandler.ask(question, signal);
        },
      },
      // One question at a time, and what it taught is kept before the next one: this is the call that was asked about.
      remember: (answer) => keep(answer, asked),
      onRememberFailed: (_, error) => warn(error instanceof Error ? error.message : String(error)),
      record: log.record,
      mode: modeName,
      clock,
    }),
    rules,
    mode,
    modeName,
    judge: isDisabled ? () => UNRULED : judgeByRules,
    mayRead: (path) => isDisabled || judgeRead(path).action !== 'deny',
    recordRefusal: (call, message, from) =>
      log.record(refusedByHookEntry(call, message, { from, to: clock(), mode: modeName() })),
    onRuleSaved: (listener) => void savedListeners.push(listener),
    close: log.close,
  };

  function judgeRead(path: AbsolutePath): Verdict {
    return judge(rules.book, describeCall({ tool: 'Read', input: { path }, surroundings }));
  }
}

/** Milliseconds since 1970, with a fraction. */
export function clock(): number {
  return performance.timeOrigin + performance.now();
}

/** `--no-permissions`: nothing is judged, everything is logged. */
const UNRULED: Verdict = { action: 'allow', because: { kind: 'no-rule' } };
const NO_FILTER: ModeFilter = { filter: async (_, verdict) => verdict };

function modeFilter({ settings, autoMode, classifierModel }: GateWiring, mode: SharedPermissionMode): ModeFilter {
  const { classifier, forget } = autoClassifier({
    disabled: settings.autoModeDisabled.value || autoMode.isSwitchedOff,
    staticLists: autoMode.staticLists,
    digest: sha256,
    model: classifierModel,
  });
  forgetWhenLeavingAuto(forget, mode);
  return createModeFilter({ mode, classifier });
}

/** Without an operator, dontAsk is as loud as `--auto-allow`. */
function aloud(filter: ModeFilter, { operatorIsThere, warn }: GateWiring): ModeFilter {
  if (operatorIsThere) return filter;
  return {
    async filter(call, verdict, signal) {
      const filtered = await filter.filter(call, verdict, signal);
      const { because } = filtered;
      if (filtered.action === 'allow' && because.kind === 'mode' && because.mode === 'dontAsk')
        warn(unaskedNotice('dontAsk', { call, verdict }));
      return filtered;
    },
  };
}

function logOf(audit: AuditSettings, warn: (message: string) => void): AuditLog {
  const log = decisionLog(audit, warn);
  return log === null ? { record: () => {}, close: () => {} } : { ...log, record: refusingAloud(log.record, warn) };
}

/** The model reads of each call that was refused because it could not be logged; the operator, once, why nothing runs. */
function refusingAloud(record: AuditLog['record'], warn: (message: string) => void): AuditLog['record'] {
  let isTold = false;
  return (entry) => {
    try {
      record(entry);
    } catch (error) {
      if (!isTold) warn(`${errorText(error)}; audit_log is "required", so no call runs`);
      isTold = true;
      throw error;
    }
  };
}
