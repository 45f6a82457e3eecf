import { type Agent, createAgent } from '@caliban/agent/internal/agent';
import type { AgentEvent } from '@caliban/agent/internal/events';
import type { InitFacts } from '@caliban/agent/internal/headless/frames';
import { EventQueue } from '@caliban/agent/internal/loop/event-queue';
import { DEFAULT_LIMITS } from '@caliban/agent/internal/loop/limits';
import { runToolCall } from '@caliban/agent/internal/loop/run-tool-call';
import { connectMcpServers } from '@caliban/agent/internal/mcp/mcp-servers';
import type { Model } from '@caliban/agent/internal/models/model';
import { routedClassifier } from '@caliban/agent/internal/models/routed-classifier';
import { createModelRouter, type ModelRouter } from '@caliban/agent/internal/models/router';
import { openTranscript } from '@caliban/agent/internal/sessions/transcript';
import { newSessionId, sessionsDirectory, transcriptFile } from '@caliban/agent/internal/sessions/transcript-file';
import { systemPrompt } from '@caliban/agent/internal/system-prompt';
import { createTools } from '@caliban/agent/internal/tools/registry';
import { findShell } from '@caliban/agent/internal/tools/shell/find-shell';
import { shellEnvironment } from '@caliban/agent/internal/tools/shell/shell-environment';
import type { Tool } from '@caliban/agent/internal/tools/tool';
import { type AskHandler, CompositeHooks, PermissionsHook, type Result, type Surroundings } from '@caliban/gate';
import { announcedAskHandler } from '@caliban/gate/internal/hooks/permissions-hook';
import { absolutePath } from '@caliban/gate/internal/text/path';
import { visible } from '@caliban/gate/internal/text/visible';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { formatNotice } from '@caliban/storage/internal/rules/rule-file';
import type { Args } from '../command-line/args.ts';
import { ConfigurationError } from '../command-line/problems.ts';
import { realPath } from '../places/real-path.ts';
import { FOLDS_CASE } from '../places/surroundings.ts';
import type { Terminal } from '../process/terminal.ts';
import { version } from '../process/version.ts';
import { useProxies } from '../web/use-proxies.ts';
import { composeAutoMode } from './auto-mode.ts';
import { type Earlier, earlierSession } from './earlier-session.ts';
import { clock, composeGate, type GateSession } from './gate.ts';
import { mcpSettings } from './mcp-settings.ts';
import { modelSettings, noModelError } from './model-settings.ts';
import { operatorHooks } from './operator-hooks.ts';
import { recordedHooks } from './recorded-hooks.ts';
import { sessionState } from './session-state.ts';
import type { StartUp } from './start-up.ts';
import { turnLimit } from './turn-limit.ts';

/** A running session: the agent, and what may be changed about it while it runs. */
export type Session = {
  /** The one that is talked to now. */
  readonly agent: () => Agent;
  /** From here on another conversation: a new one, or one that was saved. Rules, mode and processes stay. */
  readonly begin: (from: Earlier | null) => void;
  readonly gate: GateSession;
  readonly model: () => Model;
  readonly useModel: (route: string) => Promise<Result<string, string>>;
  readonly surroundings: () => Surroundings;
  /** A command the operator typed, through the same hooks and gate. */
  readonly runCommand: (command: string, signal: AbortSignal) => AsyncIterable<AgentEvent>;
  readonly facts: () => InitFacts;
  readonly close: () => Promise<void>;
};

export type SessionWiring = {
  readonly start: StartUp;
  readonly args: Args;
  readonly terminal: Terminal;
  /** Whoever answers questions; the hooks hear of each before it does. */
  readonly askHandler: AskHandler;
  readonly operatorIsThere: boolean;
  readonly warn: (message: string) => void;
  /** Nothing that is still coming up is waited for after this. */
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
  const session = sessionState(start, terminal);
  const directory = sessionsDirectory(locations.stateDirectory, locations.workspace);
  const instructions = [files.agent.systemPromptAppend?.value, args.text('append-system-prompt')]
    .filter((text) => text !== undefined)
    .join('\n\n');
  const role = args.text('system-prompt');
  const shell = findShell();
  const exportedNames = new Set(Object.keys(shellEnvironment(session.env)));
  const surroundings = (): Surroundings => ({
    workspace: session.workspace,
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
    projectRules: start.standing.rules,
    projectIsTrusted: start.standing.isTrusted,
  });
  for (const warning of autoMode.warnings) warn(formatNotice(warning));
  const hooks = operatorHooks(files.hooks, {
    mode: () => gate.modeName(),
    env: terminal.env,
    transcriptOf: (sessionId) => transcriptFile(directory, sessionId),
    report: warn,
  });
  const gate = composeGate({
    settings,
    locations,
    surroundings: surroundings(),
    askHandler: announcedAskHandler(askHandler, hooks),
    autoMode,
    classifierModel: routedClassifier(router, autoMode.environment),
    operatorIsThere,
    warn,
  });
  // What was typed wrong is said before any server runs that would have to be ended again.
  const turns = turnLimit(args) ?? files.agent.maxTurns?.value ?? DEFAULT_LIMITS.turns;
  const earlier = await earlierSession(args, directory);
  const mcp = await connectMcpServers(
    mcpSettings(files.mcpServers, { env: terminal.env, workspace: locations.workspace }),
    { version: version(), cwd: locations.workspace, env: terminal.env, signal },
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
      operatorIsThere,
    },
    shell,
  });
  const tools = (): readonly Tool[] => [...ownTools, ...mcp.tools()];

  const recorded = recordedHooks(hooks, { record: gate.recordRefusal, clock });
  const allHooks = new CompositeHooks([recorded, new PermissionsHook(gate.gate, hooks)], { report: warn });
  let commands = 0;
  let agent = agentFrom(earlier);

  return {
    agent: () => agent,
    begin: (from) => {
      agent = agentFrom(from);
    },
    gate,
    model: () => model,
    useModel: async (route) => {
      const routed = await routerFor(route).modelFor('main');
      if (!routed.ok) return fail(routed.error.message);
      model = routed.value.model;
      return ok(model.name);
    },
    surroundings,
    runCommand: (command, signal) => {
      const events = new EventQueue<AgentEvent>();
      const use = { kind: 'tool-use', id: `operator-${++commands}`, name: 'Bash', input: { command } } as const;
      const origin = { sessionId: agent.sessionId };
      const place = { session, surroundings, origin, tools: tools(), hooks: allHooks, mayRead: gate.mayRead };
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
      gate.close();
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
      surroundings,
      mayRead: gate.mayRead,
      system: ({ workspace, cwd }) =>
        systemPrompt({ workspace, cwd, ...today(), mode: gate.modeName(), role, instructions }),
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
