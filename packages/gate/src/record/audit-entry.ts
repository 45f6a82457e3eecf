import { ruleVerdict } from '../filter/rule-verdict.ts';
import { formatPattern } from '../pattern/format-pattern.ts';
import { isoTime } from '../text/iso-time.ts';
import type { Decision } from '../types/decision.ts';
import type { PermissionMode } from '../types/permission-mode.ts';
import type { Action, Layer, Rule } from '../types/rule.ts';
import type { ToolCall } from '../types/tool-call.ts';
import type { Part, Verdict } from '../types/verdict.ts';
import { type AuditBecause, answerBecause, auditBecause, calledOffBecause } from './audit-because.ts';

/** One line of the decision log, as far as the gate knows it. What is undefined is left out of the line. */
export type AuditEntry = {
  readonly ts: string;
  readonly session_id: string | undefined;
  readonly turn: number | undefined;
  readonly tool_use_id: string | undefined;
  readonly agent: string | undefined;
  readonly cwd: string;
  readonly tool_name: string;
  /** Where `tool_name` had to spell it otherwise. */
  readonly own_name: string | undefined;
  /** As the model sent it: whoever writes it down redacts and caps it first. */
  readonly input: unknown;
  /** What rules and mode said. */
  readonly action: Action;
  /** What came of it; handed over: the host asks its own user. */
  readonly outcome: 'allow' | 'deny' | 'handed-over';
  readonly mode: LoggedMode;
  /** The rule the verdict started from. */
  readonly rule: AuditRule | undefined;
  readonly because: AuditBecause;
  readonly part: Part | undefined;
  readonly took_us: number;
};

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

/** When a call came in and when it was settled, in milliseconds, and the mode it came in under. */
export type Circumstances = { readonly from: number; readonly to: number; readonly mode: LoggedMode };

export function decisionEntry(call: ToolCall, decision: Decision, circumstances: Circumstances): AuditEntry {
  return entryOf(call, decision.verdict, circumstances, decision.outcome, becauseOf(decision));
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
  outcome: AuditEntry['outcome'],
  because: AuditBecause,
): AuditEntry {
  const byRules = ruleVerdict(verdict).because;
  return {
    ts: isoTime(to),
    session_id: origin.sessionId,
    turn: origin.turn,
    tool_use_id: origin.toolUseId,
    agent: origin.agent,
    cwd: surroundings.cwd ?? surroundings.workspace,
    tool_name: tool,
    own_name: origin.ownName,
    input,
    action: verdict.action,
    outcome,
    mode,
    rule: byRules.kind === 'rule' ? auditRule(byRules.rule) : undefined,
    because,
    part: byRules.kind === 'fault' ? undefined : byRules.part,
    took_us: Math.max(0, Math.round((to - from) * 1000)),
  };
}

function auditRule({ pattern, action, source, comment }: Rule): AuditRule {
  const { layer, file, line } = source;
  return { pattern: formatPattern(pattern), action, layer, file, line, comment };
}
