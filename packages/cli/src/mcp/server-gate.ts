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
  /** One run is one session in the log. */
  readonly sessionId: string;
};

export type ServerGateWiring = {
  readonly args: Args;
  readonly terminal: Terminal;
  readonly warn: (message: string) => void;
  /** The agent's own permissions decide calls that no written rule settles. */
  readonly hasPermissions: boolean;
  /** Asks before `nobody`, the handler that refuses, is used. */
  readonly askHandler: (nobody: AskHandler) => AskHandler;
};

/** Rules, mode and log as in a session; standard output belongs to the protocol, so all messages go to standard error. */
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
  // Only the classifier makes requests here; without one, unusable proxies aren't worth a warning.
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
    // The client's user is there; there is no extra warning on the server's stderr.
    operatorIsThere: true,
    warn,
    fallback: hasPermissions ? settings.hostFallback.value : 'ask',
  });
  inbox?.begin({ gate });
  return { ...gate, start, context, sessionId: randomUUID() };
}

/** Null unless the user's own settings say how long a question may wait. */
async function inboxIfWanted(parts: Omit<SessionInboxParts, 'unanswered'>): Promise<SessionInbox | null> {
  const { files, settings } = parts.start;
  if (files.inbox.waitSeconds === undefined || settings.autoAllow.value) return null;
  const { sessionInbox } = await import('../asks/session-inbox.ts');
  return sessionInbox({ ...parts, unanswered: 'tighten-only' });
}
