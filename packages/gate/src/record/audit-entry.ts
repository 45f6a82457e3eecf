import { ruleVerdict } from '../filter/rule-verdict.ts';
import { formatPattern } from '../pattern/format-pattern.ts';
import { isoTime } from '../text/iso-time.ts';
import type { Decision } from '../types/decision.ts';
import type { PermissionMode } from '../types/permission-mode.ts';
import type { Action, Layer, Rule } from '../types/rule.ts';
import type { ToolCall } from '../types/tool-call.ts';
import type { Part, PartRule, Verdict } from '../types/verdict.ts';
import { type AuditBecause, answerBecause, auditBecause, calledOffBecause } from './audit-because.ts';

/** One line of the decision log, as far as the gate knows it. What is undefined is left out of the line. */
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
  /** Where `tool_name` had to spell it otherwise. */
  readonly own_name: string | undefined;
  /** As the model sent it: whoever writes it down redacts and caps it first. */
  readonly input: unknown;
  /** What rules and mode said. */
  readonly action: Action;
  readonly outcome: LoggedOutcome;
  readonly mode: LoggedMode;
  /** The rule the verdict started from. */
  readonly rule: AuditRule | undefined;
  /** Of a compound command: every rule that a part needed. Absent where that is `rule` alone. */
  readonly rules: readonly AuditPartRule[] | undefined;
  readonly because: AuditBecause;
  readonly part: Part | undefined;
  readonly took_us: number;
};

/** What came of a call. `handed-over`: the host asks its own user. `left-to-host`: no written rule has a say, the host decides. */
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

/** When a call came in and when it was settled, in milliseconds, and the mode it came in under. */
export type Circumstances = { readonly from: number; readonly to: number; readonly mode: LoggedMode };

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

export function verdictEntry(call: ToolCall, verdict: Verdict, circumstances: Circumstances): AuditEntry {
  const outcome = verdict.action === 'ask' ? 'handed-over' : verdict.action;
  return entryOf(call, verdict, circumstances, outcome, auditBecause(verdict.because));
}

/** A call that a hook refused before the gate saw it. */
export function refusedByHookEntry(call: ToolCall, message: string, circumstances: Circumstances): AuditEntry {
  const verdict: Verdict = { action: 'deny', because: { kind: 'no-rule' } };
  return entryOf(call, verdict, circumstances, 'deny', { kind: 'hook', message });
}

/** One literal: gluing two objects together takes longer than everything else here. */
function entryOf(
  { tool, input, surroundings, origin }: ToolCall,
  verdict: Verdict,
  { from, to, mode }: Circumstances,
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
    workspace: surroundings.workspace,
    cwd: surroundings.cwd ?? surroundings.workspace,
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
