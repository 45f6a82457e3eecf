import {
  type Agent,
  type AgentEvent,
  connectMcpServers,
  createAgent,
  createModelRouter,
  createTools,
  DEFAULT_LIMITS,
  type InitFacts,
  type McpServers,
  type Model,
  type ModelRouter,
  newSessionId,
  openTranscript,
  sessionsDirectory,
  systemPrompt,
  type Tool,
  transcriptFile,
} from '@caliban/agent';
import { EventQueue, runToolCall } from '@caliban/agent/agent';
import { routedClassifier } from '@caliban/agent/models';
import { rehearsingAskHandler } from '@caliban/agent/rehearsal';
import type { AddedDirectories, PlanReviewer } from '@caliban/agent/session';
import { findShell, shellEnvironment } from '@caliban/agent/tools';
import { absolutePath, type CallContext, describeCall, type Result } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { type AskHandler, CompositeHooks, PermissionsHook, type Rule } from '@caliban/gate';
import { announcedAskHandler } from '@caliban/gate/hooks';
import { formatNotice } from '@caliban/storage';
import type { Args } from '../command-line/args.ts';
import { ConfigurationError } from '../command-line/problems.ts';
import { realPath } from '../paths/real-path.ts';
import { FOLDS_CASE } from '../paths/workspace-context.ts';
import type { Terminal } from '../process/terminal.ts';
import { version } from '../process/version.ts';
import { maskedSecrets } from '../sandbox/masked-secrets.ts';
import { useProxies } from '../web/use-proxies.ts';
import { addedDirectories } from './added-directories.ts';
import { composeAutoMode } from './auto-mode.ts';
import { type Earlier, earlierSession } from './earlier-session.ts';
import { clock, composeGate, type GateSession } from './gate.ts';
import { mcpSettings } from './mcp-settings.ts';
import { modelSettings, noModelError } from './model-settings.ts';
import { operatorHooks } from './operator-hooks.ts';
import { recordedHooks } from './recorded-hooks.ts';
import { composeRehearsals } from './rehearsals.ts';
import { canConfine, composeSandbox, urlProblem } from './sandbox.ts';
import { maxOutput, sessionState } from './session-state.ts';
import type { StartUp } from './start-up.ts';
import { turnLimit } from './turn-limit.ts';

/** A running session: the agent, and the parts that can change while it runs. */
export type Session = {
  /** The current agent. */
  readonly agent: () => Agent;
  /** Switches to another conversation: a new or a saved one. Rules, mode and processes stay. */
  readonly begin: (from: Earlier | null) => void;
  readonly gate: GateSession;
  readonly model: () => Model;
  readonly useModel: (route: string) => Promise<Result<string, string>>;
  readonly context: () => CallContext;
  /** A command the operator typed: it goes through the same hooks and gate, but only a deny stops it. */
  readonly runCommand: (command: string, signal: AbortSignal) => AsyncIterable<AgentEvent>;
  readonly directories: AddedDirectories;
  readonly mcp: Pick<McpServers, 'status' | 'tools'>;
  readonly facts: () => InitFacts;
  readonly close: () => Promise<void>;
};

export type SessionWiring = {
  readonly start: StartUp;
  readonly args: Args;
  readonly terminal: Terminal;
  /** Answers questions; the hooks are notified of each before it is asked. */
  readonly askHandler: AskHandler;
  readonly operatorIsThere: boolean;
  /** People are asked elsewhere, and see what a command would change. */
  readonly asksElsewhere?: boolean;
  /** The operator, if someone reviews plans. */
  readonly planReviewer?: PlanReviewer;
  readonly warn: (message: string) => void;
  /** After this, nothing waits for servers that are still starting. */
  readonly signal: AbortSignal;
};

/** The only place where agent, gate and files meet. */
export async function composeSession(wiring: SessionWiring): Promise<Session> {
  const { start, args, terminal, askHandler, operatorIsThere, warn, signal } = wiring;
  const { settings, files, locations } = start;
  await useProxies(terminal.env);
  const routerFor = (route: string | undefined) =>
    createModelRouter({ settings: modelSettings(files, route), env: terminal.env, directory: terminal.cwd });
  const router = routerFor(args.text('model'));
  let model = await mainModel(router);
  // Called before there is a gate, too.
  let rulesNow: () => readonly Rule[] = () => settings.rules;
  let judgeUrl: (url: string) => string | null = () => 'no rules are loaded yet';
  const added = () => directories.all;
  const sandboxMode = files.sandbox.mode?.value ?? 'off';
  const secrets = maskedSecrets(files.sandbox.secrets, terminal.home);
  const sandbox = composeSandbox({
    mode: sandboxMode,
    ...{ settings, locations, home: terminal.home, added, warn },
    rules: () => rulesNow(),
    judgeUrl: (url) => judgeUrl(url),
    secrets,
  });
  const shell = findShell();
  const maxOutputChars = maxOutput(start);
  const rehearsals = await composeRehearsals({
    isOn: (operatorIsThere || wiring.asksElsewhere === true) && files.sandbox.rehearse?.value === true,
    ...{ settings, locations, shell, maxOutputChars, warn },
    ...{ added, home: terminal.home, env: terminal.env },
    rules: () => rulesNow(),
    // Otherwise a command sees them when it runs.
    secrets: sandboxMode === 'off' ? [] : secrets,
  });
  const session = sessionState(start, terminal, { launcher: sandbox, rehearsals });
  const directory = sessionsDirectory(locations.stateDirectory, locations.workspace);
  const instructions = [files.agent.systemPromptAppend?.value, args.text('append-system-prompt')]
    .filter((text) => text !== undefined)
    .join('\n\n');
  const role = args.text('system-prompt');
  const exportedNames = new Set(Object.keys(shellEnvironment(session.env)));
  const directories = addedDirectories(args.texts('add-dir'), {
    workspace: session.workspace,
    home: absolutePath(terminal.home),
    cwd: () => session.cwd,
  });
  const context = (): CallContext => ({
    workspace: session.workspace,
    // Always the same array: a context that is kept sees directories added later.
    addedDirectories: directories.all,
    cwd: session.cwd,
    home: absolutePath(terminal.home),
    realPath,
    foldsCase: FOLDS_CASE,
    shell: shell.dialect,
    exportedNames,
  });

  const autoMode = await composeAutoMode({
    locations,
    explicit: args.text('auto-mode-config'),
    cwd: terminal.cwd,
    projectRules: start.trustLevel.rules,
    projectIsTrusted: start.trustLevel.isTrusted,
  });
  for (const warning of autoMode.warnings) warn(formatNotice(warning));
  const hooks = operatorHooks(files.hooks, {
    mode: () => opened.gate.modeName(),
    env: terminal.env,
    transcriptOf: (sessionId) => transcriptFile(directory, sessionId),
    report: warn,
    launcher: sandbox,
  });
  const announced = announcedAskHandler(askHandler, hooks);
  const opened = composeGate({
    settings,
    locations,
    context: context(),
    askHandler: rehearsals === null ? announced : rehearsingAskHandler(announced, rehearsals),
    rehearsals,
    autoMode,
    classifierModel: routedClassifier(router, autoMode.environment),
    operatorIsThere,
    warn,
    sandbox,
    autoConfined: files.sandbox.autoConfined?.value,
    confines: await canConfine(sandbox, start),
  });
  const { gate, mayRead } = opened;
  rulesNow = () => opened.rules.rules;
  judgeUrl = (url) => urlProblem(gate.byRules(describeCall({ tool: 'WebFetch', input: { url }, context: context() })));
  // Checked before any server is started, so that none has to be ended again.
  const turns = turnLimit(args) ?? files.agent.maxTurns?.value ?? DEFAULT_LIMITS.turns;
  const earlier = await earlierSession(args, directory);
  const mcp = await connectMcpServers(
    mcpSettings(files.mcpServers, { env: terminal.env, workspace: locations.workspace }),
    { version: version(), cwd: locations.workspace, env: terminal.env, signal, launcher: sandbox },
  );
  for (const { name, status } of mcp.status()) {
    if (status.kind === 'failed' && !signal.aborted)
      warn(`the MCP server \`${visible(name)}\` is not there: ${visible(status.because)}`);
  }
  const ownTools = createTools({
    planMode: {
      current: () => gate.mode.current,
      switchTo: (mode) => void gate.mode.switchTo(mode),
      onChange: (listener) => void gate.mode.onChange(listener),
      reviewer: wiring.planReviewer ?? null,
    },
    shell,
  });
  const tools = (): readonly Tool[] => [...ownTools, ...mcp.tools()];

  const recorded = recordedHooks(hooks, { gate, clock, logBlocked: opened.logBlocked });
  const allHooks = new CompositeHooks([recorded, new PermissionsHook(gate, hooks)], { report: warn });
  let commands = 0;
  let agent = agentFrom(earlier);

  return {
    agent: () => agent,
    begin: (from) => {
      agent = agentFrom(from);
    },
    gate: opened,
    model: () => model,
    useModel: async (route) => {
      const routed = await routerFor(route).modelFor('main');
      if (!routed.ok) return fail(routed.error.message);
      model = routed.value.model;
      return ok(model.name);
    },
    context,
    directories,
    mcp,
    runCommand: (command, signal) => {
      const events = new EventQueue<AgentEvent>();
      const use = { kind: 'tool-use', id: `operator-${++commands}`, name: 'Bash', input: { command } } as const;
      const origin = { sessionId: agent.sessionId, typed: true } as const;
      const place = { session, context, origin, tools: tools(), hooks: allHooks, mayRead };
      void runToolCall(use, { ...place, emit: events.push }, signal).finally(events.close);
      return events;
    },
    facts: () => ({
      sessionId: agent.sessionId,
      cwd: session.cwd,
      model: model.name,
      tools: agent.toolNames(),
      mcpServers: mcp.status().map(({ name, status }) => ({ name, status: status.kind })),
      permissionMode: gate.modeName(),
    }),
    close: async () => {
      await session.processes.endAll();
      await mcp.close();
      await sandbox.close();
      rehearsals?.close();
      opened.close();
    },
  };

  function agentFrom(earlier: Earlier | null): Agent {
    const sessionId = earlier?.sessionId ?? newSessionId();
    return createAgent({
      sessionId,
      session,
      model: () => model,
      tools,
      hooks: allHooks,
      mode: gate.mode,
      context,
      mayRead,
      system: ({ workspace, cwd }) =>
        systemPrompt({
          workspace,
          cwd,
          directories: directories.all,
          ...today(),
          mode: gate.modeName(),
          role,
          instructions,
        }),
      limits: {
        turns,
        contextTokens: files.agent.contextTokens?.value ?? DEFAULT_LIMITS.contextTokens,
      },
      messages: earlier?.messages ?? [],
      record: openTranscript({ directory, sessionId, cwd: session.cwd }),
      report: warn,
    });
  }
}

function today(): { readonly date: string; readonly platform: string } {
  return { date: new Date().toISOString().slice(0, 10), platform: process.platform };
}

async function mainModel(router: ModelRouter): Promise<Model> {
  const routed = await router.modelFor('main');
  if (routed.ok) return routed.value.model;
  const { kind, message } = routed.error;
  throw kind === 'no-model' ? noModelError(message) : new ConfigurationError([`caliban: ${message}`]);
}
