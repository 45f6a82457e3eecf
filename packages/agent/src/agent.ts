import type { AbsolutePath, CallContext } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import type { Hook, SharedPermissionMode } from '@caliban/gate';
import { Conversation, type RecordEntry } from './conversation/conversation.ts';
import type { Message } from './conversation/messages.ts';
import type { AgentEvent, RunEnd } from './events.ts';
import { compactOnRequest } from './loop/compact.ts';
import { EventQueue } from './loop/event-queue.ts';
import type { AgentLimits } from './loop/limits.ts';
import { offeredTools } from './loop/offered-tools.ts';
import { Tally } from './loop/tally.ts';
import { takeTurn } from './loop/turn.ts';
import type { Model } from './models/model.ts';
import { type SpawnedAgent, subAgentTool } from './tools/sub-agent.ts';
import type { SessionState, Tool } from './tools/tool.ts';

export interface Agent {
  readonly sessionId: string;
  readonly session: SessionState;
  readonly messages: readonly Message[];
  /** The tools the model would be offered right now. */
  toolNames(): readonly string[];
  /** One run at a time. The last event is always `ended`. Leaving the loop early interrupts the run. */
  run(prompt: string, signal: AbortSignal): AsyncIterable<AgentEvent>;
  /** Summarises the conversation except its most recent part; `focus` names what the summary must keep. Treated as a run. */
  compact(focus: string, signal: AbortSignal): AsyncIterable<AgentEvent>;
}

export type AgentParts = {
  readonly sessionId: string;
  readonly session: SessionState;
  /** Called for every reply, so that a change of model takes effect at once. */
  readonly model: () => Model;
  /** Called for every reply: servers come and go. */
  readonly tools: () => readonly Tool[];
  /** The gate's hook is the last of them. */
  readonly hooks: Hook;
  /** The mode object that the gate filters by. */
  readonly mode: SharedPermissionMode;
  readonly context: () => CallContext;
  readonly mayRead: (path: AbsolutePath) => boolean;
  readonly system: (session: SessionState) => string;
  readonly limits: AgentLimits;
  /** The conversation of a resumed session. */
  readonly messages?: readonly Message[];
  readonly record?: RecordEntry;
  /** Called for failures that change nothing else, such as a transcript that can't be written. */
  readonly report: (problem: string) => void;
};

export function createAgent(parts: AgentParts): Agent {
  return agentAt(parts, { depth: 0, name: null });
}

/** An agent's place in the tree of agents; the first one has no name. */
type Place = { readonly depth: number; readonly name: string | null };

/** What a run reports to, and the signal that stops it. */
type Work = {
  readonly tally: Tally;
  readonly emit: (event: AgentEvent) => void;
  readonly signal: AbortSignal;
};

/** A sub-agent's sub-agent can't start another. */
const MAX_DEPTH = 2;

function agentAt(parts: AgentParts, place: Place): Agent {
  const conversation = new Conversation(parts.messages ?? [], recordOrReport(parts));
  const ownTools = place.depth < MAX_DEPTH ? [subAgentTool(spawn)] : [];
  let turnsTaken = 0;
  let isRunning = false;

  return {
    sessionId: parts.sessionId,
    session: parts.session,
    get messages() {
      return conversation.messages;
    },
    toolNames: () => offeredTools(tools(), parts.mode.current).map(({ name }) => name),
    run,
    compact,
  };

  function run(prompt: string, outer: AbortSignal): AsyncGenerator<AgentEvent> {
    return eventsOf((work) => untilEnd(prompt, work), outer);
  }

  function compact(focus: string, outer: AbortSignal): AsyncGenerator<AgentEvent> {
    const { limits } = parts;
    return eventsOf((work) => compactOnRequest({ ...work, conversation, limits, model: parts.model() }, focus), outer);
  }

  async function* eventsOf(work: (parts: Work) => Promise<RunEnd>, outer: AbortSignal): AsyncGenerator<AgentEvent> {
    if (isRunning) throw new Error('the agent is already running');
    isRunning = true;
    const left = new AbortController();
    const events = new EventQueue<AgentEvent>();
    const running = drive(work, AbortSignal.any([outer, left.signal]), events.push).finally(events.close);
    try {
      yield* events;
    } finally {
      left.abort(new Error('no one is listening any more'));
      await running.catch(() => {});
      isRunning = false;
    }
  }

  async function drive(
    work: (parts: Work) => Promise<RunEnd>,
    signal: AbortSignal,
    emit: (event: AgentEvent) => void,
  ): Promise<void> {
    const tally = new Tally();
    const stopListening = parts.mode.onChange(({ mode, previous }) => {
      if (mode !== previous && place.depth === 0) emit({ kind: 'mode-changed', mode });
    });
    const end = await work({ tally, emit, signal }).catch((error: unknown) => brokenBy(error, signal));
    stopListening();
    if (end.kind === 'interrupted') await endProcesses();
    await conversation.closeTurn(end);
    emit({ kind: 'ended', end, ...tally.sums });
  }

  async function untilEnd(prompt: string, { tally, emit, signal }: Work): Promise<RunEnd> {
    // Providers refuse an empty message, and with it the whole conversation.
    if (prompt.trim() === '') return { kind: 'failed', message: 'the prompt is empty' };
    await conversation.add({ role: 'user', text: prompt });
    while (tally.sums.turns < parts.limits.turns) {
      tally.turn();
      emit({ kind: 'turn-started', turn: ++turnsTaken });
      const end = await takeTurn({
        model: parts.model(),
        tools: tools(),
        mode: parts.mode.current,
        system: parts.system(parts.session),
        hooks: parts.hooks,
        mayRead: parts.mayRead,
        session: parts.session,
        context: parts.context,
        origin: {
          host: 'caliban',
          sessionId: parts.sessionId,
          turn: turnsTaken,
          ...(place.name === null ? {} : { agent: place.name }),
        },
        limits: parts.limits,
        conversation,
        tally,
        emit,
        signal,
      });
      if (end !== null) return end;
    }
    return { kind: 'turn-limit', limit: parts.limits.turns };
  }

  function tools(): readonly Tool[] {
    return [...parts.tools().filter(isForThisAgent), ...ownTools];
  }

  /** Planning is between the operator and the first agent. */
  function isForThisAgent({ name }: Tool): boolean {
    return place.depth === 0 || (name !== 'EnterPlanMode' && name !== 'ExitPlanMode');
  }

  function spawn(name: string): SpawnedAgent {
    const { messages: _, record: __, ...shared } = parts;
    // Its processes belong to the session: they end with the first agent.
    const session: SessionState = { ...parts.session, todos: [], seenFiles: new Map() };
    const path = place.name === null ? name : `${place.name}/${name}`;
    const { run } = agentAt({ ...shared, session }, { depth: place.depth + 1, name: path });
    return { name: path, run };
  }

  async function endProcesses(): Promise<void> {
    try {
      await parts.session.processes.endAll();
    } catch (error) {
      parts.report(`not every process could be ended: ${errorText(error)}`);
    }
  }
}

function brokenBy(error: unknown, signal: AbortSignal): RunEnd {
  return signal.aborted ? { kind: 'interrupted' } : { kind: 'failed', message: errorText(error) };
}

/** A transcript that can't be written is reported once and doesn't stop the run. */
function recordOrReport({ record, report }: AgentParts): RecordEntry {
  let reported = false;
  return async (entry) => {
    try {
      await record?.(entry);
    } catch (error) {
      if (!reported) report(`the transcript could not be written: ${errorText(error)}`);
      reported = true;
    }
  };
}
