export type { AppliedCommand } from '../rehearsal/applied-commands.ts';
export type {
  AddedDirectories,
  AppliedChanges,
  Conversation,
  DecisionHistory,
  EditPreview,
  EmptyPrompt,
  ListedRule,
  LoggedDecision,
  ProjectListing,
  ProjectWant,
  PromptHistory,
  RuleCounts,
  RuleDraft,
  RuleEdit,
  RuleEditor,
  SavedSession,
  SessionReports,
  SessionServices,
} from '../session/session-services.ts';
export type { PlanAnswer, PlanReviewer, ProposedPlan } from '../tools/plan-mode.ts';
