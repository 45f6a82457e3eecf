import type { ToolCall } from '@caliban/calls';
import { isoTime } from '@caliban/calls/text';
import { ruleVerdict } from '../filter/rule-verdict.ts';
import { formatPattern } from '../pattern/format-pattern.ts';
import type { Decision } from '../types/decision.ts';
import type { PermissionMode } from '../types/permission-mode.ts';
import type { Action, Layer, Rule } from '../types/rule.ts';
import type { Part, PartRule, Verdict } from '../types/verdict.ts';
import { type AuditBecause, answerBecause, auditBecause, calledOffBecause } from './audit-because.ts';

/** One line of the decision log, as far as the gate knows it. Undefined fields are left out of the line. */
export type AuditEntry = {
  readonly ts: string;
  readonly session_id: string | undefined;
  readonly turn: number | undefined;
  readonly tool_use_id: string | undefined;
  readonly agent: string | undefined;
  /** The agent or program the call came from. */
  readonly host: string | undefined;
  /** The directory whose rules were in force. */
  readonly workspace: string;
  readonly cwd: string;
  readonly tool_name: string;
  /** The tool's own name, if `tool_name` had to spell it differently. */
  readonly own_name: string | undefined;
  /** As the model sent it. The log redacts and caps it before writing. */
  readonly input: unknown;
  /** The verdict of rules and mode. */
  readonly action: Action;
  readonly outcome: LoggedOutcome;
  readonly mode: LoggedMode;
  /** The rule that the verdict is based on. */
  readonly rule: AuditRule | undefined;
  /** For a compound command: every rule that a part needed. Absent if that is `rule` alone. */
  readonly rules: readonly AuditPartRule[] | undefined;
  readonly because: AuditBecause;
  readonly part: Part | undefined;
  readonly took_us: number;
  /** For an allowed command, if the agent can confine: how it's about to run. */
  readonly confined: LoggedConfinement | undefined;
  /** A trial run of the command, before anyone was asked. */
  readonly rehearsal: LoggedRehearsal | undefined;
};

export type LoggedConfinement = 'yes' | 'without-network' | 'no';

/** `shown`: with its changes. `ran`: they couldn't be shown, or no one was asked any more. `impossible`: it wasn't tried. */
export type LoggedRehearsal = 'shown' | 'ran' | 'impossible';

/** How a call ended. `handed-over`: the host asks its own user. `left-to-host`: no written rule applies, the host decides. */
export type LoggedOutcome = (typeof LOGGED_OUTCOMES)[number];

export const LOGGED_OUTCOMES = ['allow', 'deny', 'handed-over', 'left-to-host'] as const;

/** `disabled`: no rules at all. */
export type LoggedMode = PermissionMode | 'disabled';

export type AuditRule = {
  readonly pattern: string;
  readonly action: Action;
  readonly layer: Layer;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly comment: string | undefined;
};

export type AuditPartRule = Omit<AuditRule, 'comment'> & {
  /** The number of the first part it applied to; absent for the line as a whole. */
  readonly part: number | undefined;
};

/** When a call came in and when it was decided, in milliseconds, and the mode at its start. */
export type Circumstances = {
  readonly from: number;
  readonly to: number;
  readonly mode: LoggedMode;
  readonly confined?: LoggedConfinement | undefined;
  readonly rehearsal?: LoggedRehearsal | undefined;
};

export function decisionEntry(call: ToolCall, decision: Decision, circumstances: Circumstances): AuditEntry {
  return entryOf(call, decision.verdict, circumstances, outcomeOf(decision), becauseOf(decision));
}

function outcomeOf(decision: Decision): LoggedOutcome {
  return decision.outcome === 'allow' && decision.leftToHost === true ? 'left-to-host' : decision.outcome;
}

function becauseOf(decision: Decision): AuditBecause {
  const { verdict, answer } = decision;
  if (decision.outcome === 'deny' && decision.calledOff !== undefined) {
    return calledOffBecause(decision.calledOff, verdict);
  }
  return answer === undefined ? auditBecause(verdict.because) : answerBecause(answer, verdict);
}

export function verdictEntry(
  call: ToolCall,
  verdict: Verdict & { readonly leftToHost?: true },
  circumstances: Circumstances,
): AuditEntry {
  const asked = verdict.action === 'ask' ? 'handed-over' : verdict.action;
  const outcome = verdict.leftToHost === true ? 'left-to-host' : asked;
  return entryOf(call, verdict, circumstances, outcome, auditBecause(verdict.because));
}

/** Why a call was refused without the gate: one of the operator's hooks said no, or something failed. */
export type Refusal = {
  readonly kind: 'hook' | 'fault';
  readonly message: string;
  /** When the call came in, in milliseconds since 1970; default: now. */
  readonly from?: number;
};

export function refusalEntry(call: ToolCall, { kind, message }: Refusal, circumstances: Circumstances): AuditEntry {
  const because = kind === 'fault' ? ({ kind, message } as const) : ({ kind: 'no-rule' } as const);
  return entryOf(call, { action: 'deny', because }, circumstances, 'deny', { kind, message });
}

/** One literal: merging two objects takes longer than everything else here. */
function entryOf(
  { tool, input, context, origin }: ToolCall,
  verdict: Verdict,
  { from, to, mode, confined, rehearsal }: Circumstances,
  outcome: LoggedOutcome,
  because: AuditBecause,
): AuditEntry {
  const { because: byRules, partRules } = ruleVerdict(verdict);
  return {
    ts: isoTime(to),
    session_id: origin.sessionId,
    turn: origin.turn,
    tool_use_id: origin.toolUseId,
    agent: origin.agent,
    host: origin.host,
    workspace: context.workspace,
    cwd: context.cwd ?? context.workspace,
    tool_name: tool,
    own_name: origin.ownName,
    input,
    action: verdict.action,
    outcome,
    mode,
    rule: byRules.kind === 'rule' ? auditRule(byRules.rule) : undefined,
    rules: partRules?.map(auditPartRule),
    because,
    part: byRules.kind === 'fault' ? undefined : byRules.part,
    took_us: Math.max(0, Math.round((to - from) * 1000)),
    confined,
    rehearsal,
  };
}

function auditPartRule({ rule, part }: PartRule): AuditPartRule {
  const { pattern, action, layer, file, line } = auditRule(rule);
  return { part, pattern, action, layer, file, line };
}

function auditRule({ pattern, action, source, comment }: Rule): AuditRule {
  const { layer, file, line } = source;
  return { pattern: formatPattern(pattern), action, layer, file, line, comment };
}
