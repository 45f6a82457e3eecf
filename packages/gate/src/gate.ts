import { answeredAction } from './ask/answered-action.ts';
import type { AskHandler } from './ask/ask-handler.ts';
import { oneAtATime } from './ask/one-at-a-time.ts';
import { isSettled, type SettledVerdict } from './ask/settled-verdict.ts';
import type { ModeFilter } from './filter/mode-filter.ts';
import { type AuditEntry, decisionEntry, type LoggedMode, verdictEntry } from './record/audit-entry.ts';
import { denyMessage, rejectMessage } from './record/deny-message.ts';
import { errorText } from './text/error-text.ts';
import type { Answer, Question } from './types/answer.ts';
import type { Decision } from './types/decision.ts';
import type { ToolCall } from './types/tool-call.ts';
import type { Verdict } from './types/verdict.ts';

/** Both methods write one audit line and never reject: a fault is a deny. */
export interface Gate {
  /** For whoever runs the tool: judge, ask if need be, remember. */
  check(call: ToolCall, signal: AbortSignal): Promise<Decision>;
  /** For a host that does its own asking: rules and mode only. */
  judge(call: ToolCall, signal: AbortSignal): Promise<Verdict>;
}

type AlwaysAnswer = Extract<Answer, { kind: 'always' }>;

export type GateParts = {
  readonly judge: (call: ToolCall) => Verdict;
  readonly modeFilter: ModeFilter;
  /**
   * Whether the verdict is left to the agent that makes the call: it is neither filtered by the mode nor asked about, goes through, and
   * is logged as left to the host. Never, where it is not given.
   */
  readonly isLeft?: ((call: ToolCall, verdict: Verdict) => boolean) | undefined;
  /** Asked one question at a time. */
  readonly askHandler: AskHandler;
  /** Done before the next question is put, so that the next call can profit from it. */
  readonly remember: (answer: AlwaysAnswer) => void | Promise<void>;
  /** A rule that could not be kept changes nothing about the call at hand; here the operator gets to know. */
  readonly onRememberFailed?: (answer: AlwaysAnswer, error: unknown) => void;
  /** Rejects if what cannot be logged must not run. */
  readonly record: (entry: AuditEntry) => void | Promise<void>;
  /** For the log. */
  readonly mode: () => LoggedMode;
  /** Milliseconds since 1970, with a fraction where there is one. */
  readonly clock?: () => number;
};

/** judge → filter → ask → remember → record. Three values become two in here and nowhere else. */
export function createGate(parts: GateParts): Gate {
  const { modeFilter, isLeft = never, askHandler, remember, onRememberFailed, record, mode, clock = Date.now } = parts;
  const inTurn = oneAtATime({ ask: askAndRemember }, ({ call }, signal) => weigh(call, signal));

  return {
    async check(call, signal) {
      try {
        const begun = { from: clock(), mode: mode() };
        const decided = await decide(call, signal).catch((error: unknown) => deniedByFault(call, error));
        // Whoever has called it off does not run it, whatever was decided.
        const decision = decided.outcome === 'allow' && signal.aborted ? calledOff(call, decided, signal) : decided;
        // Recorded before the tool runs: a crash must not lose the line.
        await record(decisionEntry(call, decision, { ...begun, to: clock() }));
        return decision;
      } catch (error) {
        return deniedByFault(call, error);
      }
    },
    async judge(call, signal) {
      try {
        const begun = { from: clock(), mode: mode() };
        const verdict = await weigh(call, signal).catch(faultVerdict);
        await record(verdictEntry(call, verdict, { ...begun, to: clock() }));
        return verdict;
      } catch (error) {
        return faultVerdict(error);
      }
    },
  };

  async function decide(call: ToolCall, signal: AbortSignal): Promise<Decision> {
    const judged = parts.judge(call);
    if (isLeft(call, judged)) return { outcome: 'allow', verdict: judged, leftToHost: true };
    const verdict = await filtered(call, judged, signal);
    if (isSettled(verdict)) return unasked(call, verdict);
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

  async function weigh(call: ToolCall, signal: AbortSignal): Promise<Verdict> {
    return filtered(call, parts.judge(call), signal);
  }

  async function filtered(call: ToolCall, judged: Verdict, signal: AbortSignal): Promise<Verdict> {
    const verdict = await modeFilter.filter(call, judged, signal);
    if (!isVerdict(verdict)) throw new Error('rules and mode gave no verdict');
    return verdict;
  }

  async function askAndRemember(question: Question, signal: AbortSignal): Promise<Answer> {
    const answer = await askHandler.ask(question, signal);
    answeredAction(answer);
    if (answer.kind === 'always') await rememberOrReport(answer);
    return answer;
  }

  async function rememberOrReport(answer: AlwaysAnswer): Promise<void> {
    try {
      await remember(answer);
    } catch (error) {
      try {
        onRememberFailed?.(answer, error);
      } catch {
        // The operator has answered; that nobody could be told of a lost rule does not change the answer.
      }
    }
  }
}

function never(): boolean {
  return false;
}

const CALLED_OFF = { kind: 'called-off' } as const;

/** The ports may be somebody else's JavaScript. */
function isVerdict({ action, because }: Verdict): boolean {
  return (action === 'allow' || action === 'deny' || action === 'ask') && typeof because === 'object';
}

function unasked(call: ToolCall, verdict: SettledVerdict): Decision {
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
