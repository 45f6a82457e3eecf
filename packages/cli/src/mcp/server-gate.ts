import { randomUUID } from 'node:crypto';
import { createModelRouter } from '@caliban/agent';
import { routedClassifier } from '@caliban/agent/models';
import { absolutePath, type CallContext } from '@caliban/calls';
import { type AskHandler, NonInteractiveAskHandler } from '@caliban/gate';
import type { SessionInbox, SessionInboxParts } from '../asks/session-inbox.ts';
import type { Args } from '../command-line/args.ts';
import { composeAutoMode } from '../compose/auto-mode.ts';
import { composeGate, type GateSession } from '../compose/gate.ts';
import { modelSettings } from '../compose/model-settings.ts';
import { type StartUp, startUp } from '../compose/start-up.ts';
import { bookOptions } from '../judging/judge-request.ts';
import { printWarnings } from '../output/warnings.ts';
import { realPath } from '../paths/real-path.ts';
import { FOLDS_CASE } from '../paths/workspace-context.ts';
import { unacceptedText } from '../policy/unaccepted.ts';
import type { Terminal } from '../process/terminal.ts';
import { useProxies } from '../web/use-proxies.ts';

/** The gate of a process that another agent has started. */
export type ServerGate = GateSession & {
  readonly start: StartUp;
  readonly context: CallContext;
  /** One run, one session in the log. */
  readonly sessionId: string;
};

export type ServerGateWiring = {
  readonly args: Args;
  readonly terminal: Terminal;
  readonly warn: (message: string) => void;
  /** The agent decides by its own permissions what no written rule settles. */
  readonly hasPermissions: boolean;
  /** Who is asked before nobody is. */
  readonly askHandler: (nobody: AskHandler) => AskHandler;
};

/** Rules, mode and log as in a session; standard output is the protocol's, so all that is said goes to standard error. */
export async function composeServerGate({
  args,
  terminal,
  warn,
  hasPermissions,
  askHandler,
}: ServerGateWiring): Promise<ServerGate> {
  const start = await startUp(args, terminal, { unanswered: 'tighten-only' });
  const { settings, files, locations, trustLevel } = start;
  printWarnings(start.warnings, terminal);
  if (start.unaccepted !== null) warn(unacceptedText(start.unaccepted));
  const context: CallContext = {
    workspace: absolutePath(locations.workspace),
    cwd: absolutePath(terminal.cwd),
    home: absolutePath(terminal.home),
    realPath,
    foldsCase: FOLDS_CASE,
  };
  const autoMode = await composeAutoMode({
    locations,
    explicit: args.text('auto-mode-config'),
    cwd: terminal.cwd,
    projectRules: trustLevel.rules,
    projectIsTrusted: trustLevel.isTrusted,
  });
  printWarnings(autoMode.warnings, terminal);
  // Its classifier is all that this gate reaches itself, and whoever has none is not told of proxies that cannot be used.
  if (settings.mode.value === 'auto') await useProxies(terminal.env);
  const router = createModelRouter({
    settings: modelSettings(files, undefined),
    env: terminal.env,
    directory: terminal.cwd,
  });
  const nobody = new NonInteractiveAskHandler({
    remedy: 'rule',
    inForce: () => ({
      rules: settings.rules,
      ...bookOptions(settings),
      projectOnlyTightens: start.projectOnlyTightens,
    }),
    ...(settings.autoAllow.value ? { autoAllow: true, notice: warn } : { autoAllow: false }),
  });
  const inbox = await inboxIfWanted({ start, args, terminal });
  const gate = composeGate({
    settings,
    locations,
    context,
    askHandler: askHandler(inbox === null ? nobody : inbox.handler(nobody, warn)),
    autoMode,
    classifierModel: routedClassifier(router, autoMode.environment),
    // The client's user is; nothing new is said on the server's stderr.
    operatorIsThere: true,
    warn,
    fallback: hasPermissions ? settings.hostFallback.value : 'ask',
  });
  inbox?.begin({ gate });
  return { ...gate, start, context, sessionId: randomUUID() };
}

/** Where the user's own settings say how long a question may wait. */
async function inboxIfWanted(parts: Omit<SessionInboxParts, 'unanswered'>): Promise<SessionInbox | null> {
  const { files, settings } = parts.start;
  if (files.inbox.waitSeconds === undefined || settings.autoAllow.value) return null;
  const { sessionInbox } = await import('../asks/session-inbox.ts');
  return sessionInbox({ ...parts, unanswered: 'tighten-only' });
}
