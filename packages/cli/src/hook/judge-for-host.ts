import type { HostAdapter, HostCall, HostOutcome, HostReply, HostRequest } from '@caliban/adapters';
import { describeCall, type Origin, type ToolCall } from '@caliban/calls';
import { ambiguousNumberAmong, ambiguousNumberProblem } from '@caliban/calls/text';
import type { HookInbox } from '../asks/hook-inbox.ts';
import type { Deadline } from './deadline.ts';
import type { HookCaller } from './hook-caller.ts';
import { HookGate, type HookOutcome, MAX_SPELLED_OUT } from './hook-gate.ts';
import { hookPlace } from './hook-place.ts';
import { hookPolicy } from './hook-policy.ts';
import { checkFailed } from './one-answer.ts';

export type JudgedForHost = {
  readonly reply: HostReply;
  /** The reply came too late, so the logged decisions differ from what the host gets. */
  readonly logRefused: (why: string) => Promise<void>;
  /** Work that the host needn't wait for. */
  readonly afterwards: () => Promise<void>;
};

/** `here`: questions wait for an answer from the inbox in this process. `elsewhere`: only in a separate process. */
export type Waiting = { readonly kind: 'here'; readonly waitMs: number } | { readonly kind: 'elsewhere' };

/** Payload → calls → verdicts, each logged → the host's reply. */
export async function judgeForHost(
  adapter: HostAdapter,
  payload: unknown,
  {
    deadline,
    caller,
    waiting,
  }: {
    readonly deadline: Pick<Deadline, 'missed' | 'extend'>;
    readonly caller: HookCaller;
    readonly waiting: Waiting | null;
  },
): Promise<JudgedForHost> {
  const request = adapter.read(payload);
  if (!request.ok) throw new Error(request.error);
  if (request.value.kind === 'nothing-to-judge') {
    const afterwards = async () => {
      if (adapter.readAnswer(payload) !== null)
        await (await import('./record-answer.ts')).followUp(adapter, payload, caller);
    };
    return { reply: adapter.silence, logRefused: async () => {}, afterwards };
  }

  const asked = request.value;
  const { calls, cwd, mode, isRepeated = false, canAsk = adapter.canAsk } = asked;
  const place = hookPlace(adapter.name, cwd, caller);
  const { locations } = place;
  const hostShell = place.shell(adapter);
  const gate = await openGate().catch(refuse);
  if (waiting !== null && (await isAnyDenied())) gate.forgetInbox();
  const judged: ToolCall[] = [];
  const outcome = together(await outcomesInTurn().catch(closeGate));
  return {
    reply: await replyTo(outcome),
    logRefused: async (why) => {
      const unjudged = calls.slice(judged.length).map((call) => described(call));
      for (const call of [...judged, ...unjudged]) await gate.logRefused(call, why);
    },
    async afterwards() {
      await gate.close();
      // The host's dialog comes next. If we asked, it would have no "don't ask again".
      if (isRepeated && outcome === 'left')
        (await import('./always/remember-offer.ts')).rememberOffer({ host: adapter.name, payload, locations });
    },
  };

  /** The other calls aren't asked about then. */
  async function isAnyDenied(): Promise<boolean> {
    if (calls.length < 2) return false;
    const weighed = [];
    for (const call of calls) weighed.push((await gate.weigh(described(call))).action);
    return weighed.includes('deny');
  }

  async function outcomesInTurn(): Promise<readonly HookOutcome[]> {
    const outcomes: HookOutcome[] = [];
    for (const call of calls) {
      // No timer fires while calls are judged, and the host runs the call after its own timeout.
      const missed = deadline.missed();
      if (missed !== null) return [...outcomes, { kind: 'deny', message: checkFailed(missed) }];
      const toJudge = described(call);
      judged.push(toJudge);
      outcomes.push(await gate.outcomeFor(toJudge));
    }
    return outcomes;
  }

  async function closeGate(error: unknown): Promise<never> {
    await gate.close();
    throw error;
  }

  /** With a message about project rules that are left out, once per session. */
  async function replyTo(outcome: HostOutcome | Parked | 'left'): Promise<HostReply> {
    if (outcome !== 'left' && outcome.action === 'park') return parkReply(outcome);
    const { unaccepted } = gate;
    if (unaccepted === null) return outcome === 'left' ? adapter.silence : adapter.reply(outcome, payload);
    const { replyAboutTrust } = await import('./reply-about-trust.ts');
    return replyAboutTrust({ adapter, outcome, payload, unaccepted, locations, sessionId: asked.sessionId });
  }

  function parkReply({ message }: Parked): HostReply {
    return adapter.parking?.reply(message) ?? adapter.reply({ action: 'deny', message }, payload);
  }

  function described({ cwd, shell = hostShell, ...call }: HostCall): ToolCall {
    return describeCall({
      ...call,
      context: place.context(cwd, shell),
      origin: { host: adapter.name, ...originOf(asked) },
    });
  }

  async function openGate(): Promise<HookGate> {
    const problem = problemOf(calls, adapter);
    if (problem !== null) throw new Error(problem);
    const policy = await hookPolicy(locations, caller.env);
    const inbox = waiting === null ? null : () => openInbox(waiting);
    return new HookGate({ policy, locations, mode, isRepeated, canAsk, inbox, warn: caller.warn });
  }

  async function openInbox(where: Waiting): Promise<HookInbox | null> {
    const { hookInbox, parkingOf } = await import('../asks/hook-inbox.ts');
    const asksNoOne = !canAsk || asked.agent !== undefined || adapter.isUnattended?.(caller.env) === true;
    return hookInbox({
      ...{ asksNoOne, waiting: where, deadline, caller },
      ...{ isRepeated, announcesTwice: adapter.announcesTwice === true },
      mayPark: parkingOf(adapter, { payload, calls, env: caller.env }),
    });
  }

  /** If there are too many calls, only the first is logged. */
  async function refuse(why: unknown): Promise<never> {
    const { logRefused } = await import('./log-refused.ts');
    const told = calls.length > MAX_CALLS ? calls.slice(0, 1) : calls;
    await logRefused(
      told.map((call) => described(call)),
      { why, mode, locations, warn: caller.warn },
    );
    throw why;
  }
}

/** Why the calls can't even be judged; null if they can. */
function problemOf(calls: readonly HostCall[], { keepsEveryDigit }: HostAdapter): string | null {
  if (calls.length > MAX_CALLS) return `it stands for ${calls.length} calls, more than ${MAX_CALLS} at once`;
  const ambiguous = keepsEveryDigit === true ? ambiguousNumberAmong(calls.map(({ input }) => input)) : null;
  return ambiguous === null ? null : ambiguousNumberProblem(ambiguous);
}

/** More files or addresses than any host's tool call names; each is judged and logged separately. */
const MAX_CALLS = 1000;

function originOf({ sessionId, toolUseId, agent }: Extract<HostRequest, { kind: 'calls' }>): Origin {
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(toolUseId === undefined ? {} : { toolUseId }),
    ...(agent === undefined ? {} : { agent }),
  };
}

/** The host ends its run and announces the call again. */
type Parked = { readonly action: 'park'; readonly message: string };

/** The strictest outcome decides. Calls that lack approval are named together, so that the user can allow them all at once. */
function together(outcomes: readonly HookOutcome[]): HostOutcome | Parked | 'left' {
  const { kind, message } = outcomes.reduce((worst, outcome) =>
    SEVERITY[outcome.kind] > SEVERITY[worst.kind] ? outcome : worst,
  );
  switch (kind) {
    case 'allow':
    case 'ask':
    case 'deny':
      return { action: kind, message };
    case 'parked':
      return { action: 'park', message };
    case 'left':
      return kind;
    case 'unapproved': {
      const messages = outcomes.filter((outcome) => outcome.kind === kind).map((outcome) => outcome.message);
      return { action: 'deny', message: toldTogether([...new Set(messages)]) };
    }
  }
}

/** A rule's deny comes first: approval doesn't help there. `left` comes before `allow`, which would decide for the host. */
const SEVERITY: Readonly<Record<HookOutcome['kind'], number>> = {
  ...{ allow: 0, left: 1, ask: 2 },
  ...{ parked: 3, unapproved: 4, deny: 5 },
};

function toldTogether(messages: readonly string[]): string {
  const more = messages.length - MAX_SPELLED_OUT;
  return `${messages.slice(0, MAX_SPELLED_OUT).join('\n')}${more > 0 ? `\nand ${more} more` : ''}`;
}
