import type { ToolCall } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { answeredAction } from './ask/answered-action.ts';
import type { AskHandler, Covered } from './ask/ask-handler.ts';
import { type FinalVerdict, isFinal } from './ask/final-verdict.ts';
import { type OnChange, oneAtATime } from './ask/one-at-a-time.ts';
import type { ModeFilter } from './filter/mode-filter.ts';
import { neededPeople } from './filter/needed-people.ts';
import {
  type AuditEntry,
  decisionEntry,
  type LoggedConfinement,
  type LoggedMode,
  type LoggedRehearsal,
  type Refusal,
  refusalEntry,
  verdictEntry,
} from './record/audit-entry.ts';
import { denyMessage, rejectMessage } from './record/deny-message.ts';
import type { Answer, Question } from './types/answer.ts';
import type { Decision } from './types/decision.ts';
import type { Verdict } from './types/verdict.ts';

/** Every method writes one audit line. */
export interface Gate {
  /** For the agent that runs the tool: judge, ask if needed, remember. Never rejects: a fault is a deny. */
  check(call: ToolCall, signal: AbortSignal): Promise<Decision>;
  /** For a host that asks by itself: rules and mode only. Never rejects: a fault is a deny. */
  judge(call: ToolCall, signal: AbortSignal): Promise<JudgedVerdict>;
  /** For a call that was refused without the gate. Rejects if calls that can't be logged must not run. */
  recordRefusal(call: ToolCall, refusal: Refusal): Promise<void>;
}

/** A gate that can also give its verdict without logging. */
export interface WeighingGate extends Gate {
  /** Like `judge`, but without a log line. Throws errors. */
  weigh(call: ToolCall, signal: AbortSignal): Promise<JudgedVerdict>;
}

/** `leftToHost`: no written rule decides, and the calling agent has its own permissions. */
export type JudgedVerdict = Verdict & { readonly leftToHost?: true };

export type AlwaysAnswer = Extract<Answer, { kind: 'always' }>;

export type GateParts = {
  readonly judge: (call: ToolCall) => Verdict | Promise<Verdict>;
  readonly modeFilter: ModeFilter;
  /**
   * Whether the verdict is left to the calling agent: then it isn't filtered by the mode or asked about, passes, and is logged as
   * left to the host. Default: never.
   */
  readonly isLeft?: ((call: ToolCall, verdict: Verdict) => boolean) | undefined;
  /** Called with one question at a time. */
  readonly askHandler: AskHandler;
  /**
   * Completed before the next question is asked, so that the next call can use the rule. `asked` is the call the question was
   * about.
   */
  readonly remember: (answer: AlwaysAnswer, asked: ToolCall) => void | Promise<void>;
  /** A rule that couldn't be saved doesn't change the answer to this call; this tells the operator. */
  readonly onRememberFailed?: (answer: AlwaysAnswer, error: unknown) => void;
  /** Rejects if calls that can't be logged must not run. */
  readonly record: (entry: AuditEntry) => void | Promise<void>;
  /** How an allowed call is about to run. Without it nothing is logged about that. */
  readonly confinement?: ConfinementOf | undefined;
  /** While a question is open, rules and mode are checked again whenever this calls; once they settle it, it is withdrawn. */
  readonly onModeChange?: OnChange | undefined;
  /** The result of a trial run of the call, for the log. */
  readonly rehearsal?: RehearsalOf | undefined;
  /** For the log. */
  readonly mode: () => LoggedMode;
  /** Milliseconds since 1970, with a fraction if available. */
  readonly clock?: () => number;
};

/** How an allowed call is about to run. Undefined: confinement doesn't apply to it. */
export type ConfinementPlan =
  | { readonly kind: 'runs'; readonly confined: LoggedConfinement | undefined }
  /** It may run only confined. */
  | { readonly kind: 'refused'; readonly problem: string };

export type ConfinementOf = (call: ToolCall, verdict: Verdict) => ConfinementPlan | Promise<ConfinementPlan>;

/** Undefined: there was none. */
export type RehearsalOf = (call: ToolCall) => LoggedRehearsal | undefined;

/** judge → filter → ask → remember → record. Three values become two in here and nowhere else. */
export function createGate(parts: GateParts): WeighingGate {
  const { modeFilter, isLeft = never, askHandler, remember, onRememberFailed, record, mode, clock = Date.now } = parts;
  const inTurn = oneAtATime({ ask: askAndRemember }, ({ call }, signal) => judged(call, signal), parts.onModeChange);

  return {
    weigh: judged,
    async check(call, signal) {
      try {
        const begun = { from: clock(), mode: mode() };
        const decided = await decide(call, signal).catch((error: unknown) => deniedByFault(call, error));
        // A cancelled call isn't run, whatever was decided.
        const mayRun = decided.outcome === 'allow' && signal.aborted ? calledOff(call, decided, signal) : decided;
        const { decision, confined } = await withConfinement(call, mayRun);
        // Recorded before the tool runs: a crash must not lose the line.
        const rehearsal = parts.rehearsal?.(call);
        await record(decisionEntry(call, decision, { ...begun, to: clock(), confined, rehearsal }));
        return decision;
      } catch (error) {
        return deniedByFault(call, error);
      }
    },
    async judge(call, signal) {
      try {
        const begun = { from: clock(), mode: mode() };
        const judgedVerdict = await judged(call, signal).catch(faultVerdict);
        // The host asks its own user, who can't answer this one.
        const verdict = withoutPeople(judgedVerdict) ?? judgedVerdict;
        await record(verdictEntry(call, verdict, { ...begun, to: clock() }));
        return verdict;
      } catch (error) {
        return faultVerdict(error);
      }
    },
    async recordRefusal(call, refusal) {
      const to = clock();
      await record(refusalEntry(call, refusal, { from: refusal.from ?? to, to, mode: mode() }));
    },
  };

  /** A call that has to be confined and can't be is refused before anything is recorded. */
  async function withConfinement(
    call: ToolCall,
    decision: Decision,
  ): Promise<{ readonly decision: Decision; readonly confined?: LoggedConfinement | undefined }> {
    if (decision.outcome === 'deny' || parts.confinement === undefined) return { decision };
    const plan = await parts.confinement(call, decision.verdict);
    if (plan.kind === 'runs') return { decision, confined: plan.confined };
    const { problem } = plan;
    const verdict: Verdict = { action: 'deny', because: { kind: 'not-confined', problem, over: decision.verdict } };
    return { decision: { outcome: 'deny', verdict, message: denyMessage(call, verdict) } };
  }

  async function decide(call: ToolCall, signal: AbortSignal): Promise<Decision> {
    const verdict = await judged(call, signal);
    if (verdict.leftToHost === true) return left(verdict);
    if (isFinal(verdict)) return unasked(call, verdict);
    const answer = await inTurn.ask({ call, verdict }, signal).catch((error: unknown) => {
      if (signal.aborted) return CALLED_OFF;
      throw error;
    });
    switch (answer.kind) {
      case 'called-off':
        return calledOff(call, { verdict }, signal);
      case 'covered':
        return unasked(call, answer.verdict);
      case 'once':
      case 'always':
        return answered(call, verdict, answer);
    }
  }

  async function judged(call: ToolCall, signal: AbortSignal): Promise<JudgedVerdict> {
    const byRules = await parts.judge(call);
    if (isLeft(call, byRules)) return { ...byRules, leftToHost: true };
    const verdict = await modeFilter.filter(call, byRules, signal);
    if (!isVerdict(verdict)) throw new Error('rules and mode gave no verdict');
    return verdict;
  }

  async function askAndRemember(question: Question, signal: AbortSignal): Promise<Answer | Covered> {
    const refusal = withoutPeople(question.verdict);
    if (refusal !== null && askHandler.asksHub !== true) return { kind: 'covered', verdict: refusal };
    const answer = await askHandler.ask(question, signal);
    if (isOverruled(answer)) return answer;
    if (answeredAction(answer) === 'allow' && refusal !== null && !isFromHub(answer))
      return { kind: 'covered', verdict: refusal };
    if (answer.kind === 'always') await rememberOrReport(answer, question.call);
    return answer;
  }

  async function rememberOrReport(answer: AlwaysAnswer, asked: ToolCall): Promise<void> {
    try {
      await remember(answer, asked);
    } catch (error) {
      try {
        onRememberFailed?.(answer, error);
      } catch {
        // The operator has answered; failing to report a lost rule doesn't change the answer.
      }
    }
  }
}

/** A handler may report that rules now deny. Only this gate may decide that they allow. */
function isOverruled(answer: Answer | Covered): answer is Covered {
  return answer.kind === 'covered' && answer.verdict.action === 'deny';
}

/** The refusal of a question that only people on a hub may answer. Null: one person at this machine may. */
function withoutPeople(verdict: Verdict): FinalVerdict | null {
  const people = neededPeople(verdict);
  return people === null ? null : { action: 'deny', because: { kind: 'needs-people', people, over: verdict } };
}

function isFromHub(answer: Answer): boolean {
  return answer.kind === 'once' && answer.inbox?.kind === 'answered' && answer.inbox.hub === true;
}

function never(): boolean {
  return false;
}

const CALLED_OFF = { kind: 'called-off' } as const;

/** The ports may be third-party JavaScript. */
function isVerdict({ action, because }: Verdict): boolean {
  return (action === 'allow' || action === 'deny' || action === 'ask') && typeof because === 'object';
}

function left({ leftToHost: _, ...verdict }: JudgedVerdict): Decision {
  return { outcome: 'allow', verdict, leftToHost: true };
}

function unasked(call: ToolCall, verdict: FinalVerdict): Decision {
  switch (verdict.action) {
    case 'allow':
      return { outcome: 'allow', verdict };
    case 'deny':
      return { outcome: 'deny', verdict, message: denyMessage(call, verdict) };
  }
}

function answered(call: ToolCall, verdict: Verdict, answer: Answer): Decision {
  switch (answeredAction(answer)) {
    case 'allow':
      return { outcome: 'allow', verdict, answer };
    case 'deny':
      return { outcome: 'deny', verdict, answer, message: rejectMessage(call, answer) };
  }
}

function calledOff(call: ToolCall, { verdict }: Pick<Decision, 'verdict'>, { reason }: AbortSignal): Decision {
  const message = denyMessage(call, faultVerdict(reason));
  return { outcome: 'deny', verdict, calledOff: errorText(reason), message };
}

function deniedByFault(call: ToolCall, error: unknown): Decision {
  const verdict = faultVerdict(error);
  return { outcome: 'deny', verdict, message: denyMessage(call, verdict) };
}

function faultVerdict(error: unknown): Verdict {
  return { action: 'deny', because: { kind: 'fault', message: errorText(error) } };
}
