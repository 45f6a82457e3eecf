export { type OpenQuestion, TuiAskHandler } from './ask/tui-ask-handler.ts';
export { PlainAskHandler } from './plain/plain-ask-handler.ts';
export { type PlainConsole, plainConsole } from './plain/plain-console.ts';
export { type PlainRun, runPlain } from './plain/run-plain.ts';
export type {
  About,
  Conversation,
  DeskChange,
  DeskRule,
  EditPreview,
  LogDesk,
  LoggedDecision,
  PromptHistory,
  RuleDesk,
  RuleDraft,
  SavedSession,
  TuiParts,
} from './ports.ts';
export { canDraw, runTui, type TuiRun } from './run-tui.ts';
