import { randomUUID } from 'node:crypto';
import { routedClassifier } from '@caliban/agent/internal/models/routed-classifier';
import { createModelRouter } from '@caliban/agent/internal/models/router';
import { type AskHandler, NonInteractiveAskHandler, type Surroundings } from '@caliban/gate';
import { absolutePath } from '@caliban/gate/internal/text/path';
import type { Args } from '../command-line/args.ts';
import { composeAutoMode } from '../compose/auto-mode.ts';
import { composeGate, type GateSession } from '../compose/gate.ts';
import { modelSettings } from '../compose/model-settings.ts';
import { type StartUp, startUp } from '../compose/start-up.ts';
import { bookOptions } from '../judging/judge-request.ts';
import { printWarnings } from '../output/warnings.ts';
import { realPath } from '../places/real-path.ts';
import { FOLDS_CASE } from '../places/surroundings.ts';
import { unacceptedText } from '../policy/unaccepted.ts';
import type { Terminal } from '../process/terminal.ts';
import { useProxies } from '../web/use-proxies.ts';

/** The gate of a process that another agent has started. */
export type ServerGate = GateSession & {
  readonly start: StartUp;
  readonly surroundings: Surroundings;
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
  const { settings, files, locations, standing } = start;
  printWarnings(start.warnings, terminal);
  if (start.unaccepted !== null) warn(unacceptedText(start.unaccepted));
  const surroundings: Surroundings = {
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
    projectRules: standing.rules,
    projectIsTrusted: standing.isTrusted,
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
  const gate = composeGate({
    settings,
    locations,
    surroundings,
    askHandler: askHandler(nobody),
    autoMode,
    classifierModel: routedClassifier(router, autoMode.environment),
    // The client's user is; nothing new is said on the server's stderr.
    operatorIsThere: true,
    warn,
    fallback: hasPermissions ? settings.hostFallback.value : 'ask',
  });
  return { ...gate, start, surroundings, sessionId: randomUUID() };
}
