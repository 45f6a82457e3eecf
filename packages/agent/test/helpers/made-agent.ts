import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AbsolutePath, absolutePath } from '@caliban/calls';
import {
  type Action,
  type AskHandler,
  type AuditEntry,
  CompositeHooks,
  createRuleBook,
  DEFAULT_RULES,
  type Hook,
  NonInteractiveAskHandler,
  openGate,
  type PermissionMode,
  PermissionsHook,
  parsePattern,
  type Rule,
  type SharedPermissionMode,
} from '@caliban/gate';
import { afterAll, onTestFinished } from 'vitest';
import { getCurrentTest } from 'vitest/suite';
import { type Agent, type AgentParts, createAgent } from '../../src/agent.ts';
import type { TranscriptEntry } from '../../src/conversation/conversation.ts';
import type { AgentEvent } from '../../src/events.ts';
import type { Model, ModelRequest } from '../../src/models/model.ts';
import type { Script } from '../../src/models/script/parse-script.ts';
import { scriptedModel } from '../../src/models/script/scripted-model.ts';
import { removePrivateDirectory } from '../../src/tools/shell/private-directory.ts';
import { createProcessGroups } from '../../src/tools/shell/process-groups.ts';
import type { SessionState } from '../../src/tools/tool.ts';

/** A signal that never aborts. */
export const CALM: AbortSignal = new AbortController().signal;

export type MadeAgent = {
  readonly agent: Agent;
  readonly mode: SharedPermissionMode;
  readonly session: SessionState;
  /** What the decision log was told. */
  readonly logged: AuditEntry[];
  /** What the models were asked. */
  readonly requests: ModelRequest[];
  readonly recorded: TranscriptEntry[];
  readonly reported: string[];
};

export type AgentWishes = Partial<Omit<AgentParts, 'mode' | 'hooks' | 'model'>> & {
  readonly script?: Script;
  readonly model?: Model;
  /** `Bash:rm * deny`, before the built-in ones. */
  readonly rules?: readonly string[];
  readonly mode?: PermissionMode;
  readonly askHandler?: AskHandler;
  /** Before the gate's. */
  readonly hooks?: readonly Hook[];
};

/** An agent behind a real gate, in a directory of its own. */
export function madeAgent(wishes: AgentWishes = {}): MadeAgent {
  const { script = [], rules = [], askHandler, hooks = [], mode: startMode = 'default', model, ...parts } = wishes;
  const book = createRuleBook([...rules.map(madeRule), ...DEFAULT_RULES]);
  const logged: AuditEntry[] = [];
  const recorded: TranscriptEntry[] = [];
  const reported: string[] = [];
  const gate = openGate({
    policy: { rules: { book } },
    mode: { mode: startMode },
    ask: askHandler ?? new NonInteractiveAskHandler({ autoAllow: false }),
    log: { record: (entry) => void logged.push(entry) },
  });
  const { mode } = gate;
  const report = (problem: string) => void reported.push(problem);
  const session = parts.session ?? madeSession();
  const { model: listened, requests } = listening(model ?? scriptedModel(script));
  const agent = createAgent({
    sessionId: 'session-1',
    session,
    model: () => listened,
    tools: () => [],
    hooks: new CompositeHooks([...hooks, new PermissionsHook(gate)], { report }),
    mode,
    context: () => ({ workspace: session.workspace }),
    mayRead: () => true,
    system: () => 'you are a test',
    limits: { turns: 20, contextTokens: 100_000 },
    record: async (entry) => void recorded.push(entry),
    report,
    ...parts,
  });
  return { agent, mode, session, logged, requests, recorded, reported };
}

export function madeSession(overrides: Partial<SessionState> = {}): SessionState {
  const workspace = madeDirectory();
  return {
    workspace,
    cwd: workspace,
    maxOutputChars: 30_000,
    env: process.env,
    todos: [],
    seenFiles: new Map(),
    processes: createProcessGroups(),
    ...overrides,
  } as SessionState;
}

/** Gone when the test is; what is made outside of one, when the tests around it are. */
export function madeDirectory(): AbsolutePath {
  const directory = absolutePath(realpathSync(mkdtempSync(join(tmpdir(), 'caliban-agent-'))));
  const atTheEnd = getCurrentTest() === undefined ? afterAll : onTestFinished;
  atTheEnd(() => {
    removePrivateDirectory();
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

export function madeRule(text: string): Rule {
  const at = text.lastIndexOf(' ');
  const pattern = parsePattern(text.slice(0, at));
  if (!pattern.ok) throw new Error(`${text}: ${pattern.error.message}`);
  return { pattern: pattern.value, action: text.slice(at + 1) as Action, source: { layer: 'project' } };
}

export async function collect(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const collected: AgentEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/** The events of one kind. */
export function only<Kind extends AgentEvent['kind']>(
  events: readonly AgentEvent[],
  kind: Kind,
): Extract<AgentEvent, { kind: Kind }>[] {
  return events.filter((event): event is Extract<AgentEvent, { kind: Kind }> => event.kind === kind);
}

/** The last word of a run. */
export function ending(events: readonly AgentEvent[]): Extract<AgentEvent, { kind: 'ended' }> {
  const last = events.at(-1);
  if (last?.kind !== 'ended') throw new Error('the run did not end');
  return last;
}

/** The same model, with what it was asked kept. */
function listening(model: Model): { readonly model: Model; readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    model: {
      name: model.name,
      reply(request, signal) {
        requests.push(request);
        return model.reply(request, signal);
      },
    },
  };
}
