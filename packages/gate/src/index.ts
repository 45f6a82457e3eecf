// The public names, one by one. What is not here is not promised; siblings in this repository reach deeper by
// `@caliban/gate/internal/…`. packages/gate/README.md says what each name does.

// The types that stand in the signatures of the names above.
export type { AskHandler } from './ask/ask-handler.ts';
// ask, record: the gate
export { NonInteractiveAskHandler } from './ask/non-interactive-ask-handler.ts';
// filter
export { autoClassifier } from './classify/auto-classifier.ts';
export type { ClassifierRequest, FastClassifier } from './classify/fast-classifier.ts';
// rules
export { DEFAULT_RULES } from './defaults/default-rules.ts';
export type { UndescribedCall } from './describe/describe-call.ts';
// describe
export { describeCall } from './describe/describe-call.ts';
export { TOOL_PROFILES } from './describe/tool-profiles.ts';
export type { ModeFilter } from './filter/mode-filter.ts';
export { createModeFilter } from './filter/mode-filter.ts';
export type { Gate, GateParts } from './gate.ts';
export { createGate } from './gate.ts';
// hooks
export { CompositeHooks } from './hooks/composite-hooks.ts';
export type { Hook, HookAnswer } from './hooks/hook.ts';
export { PermissionsHook } from './hooks/permissions-hook.ts';
export type { Explanation } from './inspect/explain.ts';
// inspect
export { explain } from './inspect/explain.ts';
export type { Finding } from './inspect/finding.ts';
export { lintRules } from './inspect/lint-rules.ts';
export type { Suggestion } from './inspect/suggest-patterns.ts';
export { suggestPatterns } from './inspect/suggest-patterns.ts';
// judge
export { judge } from './judge/judge.ts';
export type { RuleBook, RuleBookOptions } from './judge/rule-book.ts';
export { createRuleBook } from './judge/rule-book.ts';
export { formatPattern } from './pattern/format-pattern.ts';
export { parsePattern } from './pattern/parse-pattern.ts';
export type { AuditEntry } from './record/audit-entry.ts';
export { describeVerdict } from './record/describe-verdict.ts';
export { RuntimeRuleStore } from './state/runtime-rule-store.ts';
export { SharedPermissionMode } from './state/shared-permission-mode.ts';
export { absolutePath } from './text/path.ts';
export type { AbsolutePath } from './types/absolute-path.ts';
export type { Answer, Question, Scope } from './types/answer.ts';
export type { Decision } from './types/decision.ts';
export type { Pattern, PatternProblem } from './types/pattern.ts';
export type { PermissionMode } from './types/permission-mode.ts';
export type { Result } from './types/result.ts';
export type { Action, Layer, Rule, RuleSource } from './types/rule.ts';
export type { Access, Origin, Surroundings, ToolCall } from './types/tool-call.ts';
export type { ToolProfile, ToolProfiles } from './types/tool-profile.ts';
export type { Because, ClassifierOpinion, Part, Verdict } from './types/verdict.ts';
