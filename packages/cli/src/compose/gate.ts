import type { Rehearsals } from '@caliban/agent/rehearsal';
import type { Sandbox } from '@caliban/agent/sandbox';
import { type AbsolutePath, type CallContext, describeCall, type ToolCall } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import {
  type AskHandler,
  autoClassifier,
  type ConfinementPlan,
  type FastClassifier,
  type GateMode,
  type OpenGate,
  openGate,
  RuntimeRuleStore,
  type Verdict,
} from '@caliban/gate';
import { unaskedNotice } from '@caliban/gate/ask';
import type { HostFallback } from '@caliban/gate/types';
import type { AuditLog, Locations } from '@caliban/storage';
import { bookOptions } from '../judging/judge-request.ts';
import { sha256 } from '../judging/sha256.ts';
import { decisionLog } from '../log/decision-log.ts';
import { ownDirectories } from '../paths/own-directories.ts';
import { type AuditSettings, modeStart, type Settings } from '../policy/settings.ts';
import type { AutoMode } from './auto-mode.ts';
import { ruleMemory } from './rule-memory.ts';

export type GateWiring = {
  readonly settings: Settings;
  readonly locations: Locations;
  readonly context: CallContext;
  readonly askHandler: AskHandler;
  readonly autoMode: Pick<AutoMode, 'staticLists' | 'isSwitchedOff'>;
  /** Null: no route leads to a model. */
  readonly classifierModel: FastClassifier | null;
  readonly warn: (message: string) => void;
  /** For calls of another agent that has its own permissions. */
  readonly fallback?: HostFallback | undefined;
  /** How commands are run; undefined: this process runs none. */
  readonly sandbox?: Sandbox | undefined;
  /** `[sandbox] auto_confined`: in auto mode, commands run confined instead of being asked about. */
  readonly autoConfined?: boolean | undefined;
  /** Commands that were rehearsed before asking, for the log. */
  readonly rehearsals?: Pick<Rehearsals, 'logged'> | null | undefined;
  /** Rules that only allow confined runs apply. */
  readonly confines?: boolean | undefined;
  /** False: a warning is printed for each call that dontAsk lets through. */
  readonly operatorIsThere: boolean;
};

/** The gate of a session or a server, with the parts that may change while it runs. */
export type GateSession = {
  readonly gate: OpenGate;
  readonly rules: RuntimeRuleStore;
  /** True if no static rule denies Read on it. */
  readonly mayRead: (path: AbsolutePath) => boolean;
  /** Called when an "always" has been written to a file. */
  readonly onRuleSaved: (listener: () => void) => void;
  /** Logs what the kernel denied a confined command. */
  readonly logBlocked: (call: ToolCall, what: readonly string[]) => void;
  readonly close: () => void;
};

export function composeGate(wiring: GateWiring): GateSession {
  const { settings, locations, context, askHandler, fallback, warn, sandbox, confines, rehearsals } = wiring;
  const rules = new RuntimeRuleStore(settings.rules, bookOptions({ ...settings, confines }));
  const directories = ownDirectories(locations);
  const savedListeners: (() => void)[] = [];
  const { cwd: _, ...atRoot } = context;
  const log = logOf(settings.audit, warn);
  const gate = openGate({
    policy: {
      rules,
      ownDirectories: () => directories,
      fallback,
      confinement: sandbox === undefined ? undefined : (call, verdict) => confinementPlan(sandbox, call, verdict),
      rehearsal: rehearsals == null ? undefined : (call) => rehearsals.logged(call),
      remember: ruleMemory({
        rules,
        fileRules: settings.rules,
        locations,
        world: { context: atRoot, ownDirectories: () => directories },
        onSaved() {
          for (const listener of savedListeners) listener();
        },
      }),
    },
    mode: {
      ...modeStart(settings),
      ...auto(wiring),
      ...confinedInstead(wiring),
      ...(wiring.operatorIsThere ? {} : { review: aloud(warn) }),
    },
    ask: askHandler,
    log,
    context: { clock, warn, onceModeRests: onceItRests(MODE_RESTS_MS) },
  });
  return {
    gate,
    rules,
    mayRead: (path) => gate.byRules(describeCall({ tool: 'Read', input: { path }, context })).action !== 'deny',
    onRuleSaved: (listener) => void savedListeners.push(listener),
    logBlocked({ tool, origin, context: { workspace } }, what) {
      const { sessionId: session_id, toolUseId: tool_use_id, host } = origin;
      log.recordBlocked({ session_id, tool_use_id, host, workspace, tool_name: tool, what });
    },
    close: log.close,
  };
}

/** Shift+Tab passes through several modes on the way to the intended one. */
const MODE_RESTS_MS = 800;

function onceItRests(ms: number): (then: () => void) => void {
  let timer: NodeJS.Timeout | undefined;
  return (then) => {
    clearTimeout(timer);
    timer = setTimeout(then, ms).unref();
  };
}

/** Only commands are started for a call; MCP servers and the like are already running. */
function confinementPlan(
  sandbox: Sandbox,
  { tool }: ToolCall,
  { confined }: Verdict,
): ConfinementPlan | Promise<ConfinementPlan> {
  return tool === 'Bash' ? sandbox.planFor(confined) : { kind: 'runs', confined: undefined };
}

function confinedInstead({ sandbox, autoConfined }: GateWiring): Pick<GateMode, 'canRunConfined'> {
  if (sandbox === undefined || autoConfined !== true) return {};
  return {
    canRunConfined: async ({ tool }) => tool === 'Bash' && (await sandbox.planFor('without-network')).kind === 'runs',
  };
}

/** Milliseconds since 1970, with a fraction. */
export function clock(): number {
  return performance.timeOrigin + performance.now();
}

function auto({ settings, autoMode, classifierModel }: GateWiring): Pick<GateMode, 'classifier' | 'forget'> {
  return autoClassifier({
    disabled: settings.autoModeDisabled.value || autoMode.isSwitchedOff,
    staticLists: autoMode.staticLists,
    digest: sha256,
    model: classifierModel,
  });
}

/** Without an operator, dontAsk prints warnings like `--auto-allow`. */
function aloud(warn: (message: string) => void): NonNullable<GateMode['review']> {
  return (call, verdict, before) => {
    const { action, because } = verdict;
    if (action === 'allow' && because.kind === 'mode' && because.mode === 'dontAsk')
      warn(unaskedNotice('dontAsk', { call, verdict: before }));
    return verdict;
  };
}

function logOf(audit: AuditSettings, warn: (message: string) => void): AuditLog {
  const log = decisionLog(audit, warn);
  return log === null
    ? { record: () => {}, recordBlocked: () => {}, close: () => {} }
    : { ...log, record: refusingAloud(log.record, warn) };
}

/** If a call can't be logged, the model is told for each refused call, and the operator once, why nothing runs. */
function refusingAloud(record: AuditLog['record'], warn: (message: string) => void): AuditLog['record'] {
  let isKnown = false;
  return (entry) => {
    try {
      record(entry);
    } catch (error) {
      if (!isKnown) warn(`${errorText(error)}; audit_log is "required", so no call runs`);
      isKnown = true;
      throw error;
    }
  };
}
