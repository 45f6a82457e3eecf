// The public names, listed one by one; anything else is internal. The other packages of this repository also use the subpaths in
// package.json, each defined in src/exports. packages/gate/README.md describes each name.

export type {
  AbsolutePath,
  Access,
  CallContext,
  Origin,
  Result,
  ToolCall,
  ToolProfile,
  ToolProfiles,
  UndescribedCall,
} from '@caliban/calls';
export { absolutePath, describeCall, TOOL_PROFILES } from '@caliban/calls';
export type { AskHandler } from './ask/ask-handler.ts';
export { NonInteractiveAskHandler } from './ask/non-interactive-ask-handler.ts';
export { autoClassifier } from './classify/auto-classifier.ts';
export type { ClassifierRequest, FastClassifier } from './classify/fast-classifier.ts';
export { DEFAULT_RULES } from './defaults/default-rules.ts';
export type { ConfinementPlan, Gate, JudgedVerdict } from './gate.ts';
export { CompositeHooks } from './hooks/composite-hooks.ts';
export type { Hook, HookAnswer } from './hooks/hook.ts';
export { PermissionsHook } from './hooks/permissions-hook.ts';
export type { Explanation } from './inspect/explain.ts';
export { explain } from './inspect/explain.ts';
export type { Finding } from './inspect/finding.ts';
export { lintRules } from './inspect/lint/lint-rules.ts';
export type { Suggestion } from './inspect/suggest/suggest-patterns.ts';
export { suggestPatterns } from './inspect/suggest/suggest-patterns.ts';
export { judge } from './judge/judge.ts';
export type { RuleBook, RuleBookOptions } from './judge/rule-book.ts';
export { createRuleBook } from './judge/rule-book.ts';
export type { GateMode, OpenGate, OpenGateParts } from './open-gate.ts';
export { openGate } from './open-gate.ts';
export { formatPattern } from './pattern/format-pattern.ts';
export { parsePattern } from './pattern/parse-pattern.ts';
export type { AuditEntry } from './record/audit-entry.ts';
export { describeVerdict } from './record/describe-verdict.ts';
export { RuntimeRuleStore } from './state/runtime-rule-store.ts';
export { SharedPermissionMode } from './state/shared-permission-mode.ts';
export type { Answer, KeptRule, Question, Scope } from './types/answer.ts';
export type { Decision } from './types/decision.ts';
export type { Pattern, PatternProblem } from './types/pattern.ts';
export type { PermissionMode } from './types/permission-mode.ts';
export type { Action, Layer, Rule, RuleSource } from './types/rule.ts';
export type { Because, ClassifierOpinion, Part, Verdict } from './types/verdict.ts';
