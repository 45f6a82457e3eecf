import type { Message } from '@caliban/agent/internal/conversation/messages';
import type { AgentEvent } from '@caliban/agent/internal/events';
import type {
  Action,
  Explanation,
  Result,
  Rule,
  RuntimeRuleStore,
  Scope,
  SharedPermissionMode,
  ToolCall,
} from '@caliban/gate';

/** What the terminal is made of. It touches no file itself: every reach outside is one of these. */
export type TuiParts = {
  readonly conversation: Conversation;
  readonly mode: SharedPermissionMode;
  readonly rules: RuleDesk;
  readonly log: LogDesk;
  readonly edits: EditPreview;
  /** `!command`: the operator's own, through the same gate. */
  readonly runCommand: (command: string, signal: AbortSignal) => AsyncIterable<AgentEvent>;
  /** `@` completion: paths below the workspace that begin or fit so, best first, at most a screenful. */
  readonly completePath: (written: string) => Promise<readonly string[]>;
  readonly history: PromptHistory;
  readonly about: About;
  /** What goes wrong beside the conversation: a rule that could not be kept, a hook that failed. */
  readonly onNews: (listener: (message: string) => void) => void;
};

export type About = {
  readonly version: string;
  readonly workspace: string;
  /** Shown once above the first prompt: warnings of the load, what the tour is. */
  readonly notices: readonly string[];
};

export interface Conversation {
  readonly model: () => string;
  /** What `/model` offers. */
  readonly models: () => readonly string[];
  readonly useModel: (name: string) => Promise<Result<string, string>>;
  run(prompt: string, signal: AbortSignal): AsyncIterable<AgentEvent>;
  clear(): void;
  sessions(): Promise<readonly SavedSession[]>;
  /** What was said there, for the transcript. */
  resume(id: string): Promise<Result<readonly Message[], string>>;
}

export type SavedSession = { readonly id: string; readonly changedAt: Date; readonly firstPrompt: string };

export interface PromptHistory {
  /** Newest last. */
  readonly entries: readonly string[];
  add(prompt: string): void;
}

/** What an edit would change, as a unified diff; null where that cannot be known. */
export type EditPreview = (call: ToolCall) => Promise<string | null>;

/** The rules, to look at and to change. Every write goes through the same in-place writer as `caliban perms`. */
export interface RuleDesk {
  /** Those of the session, which can be added and dropped live. */
  readonly runtime: RuntimeRuleStore;
  /** Every rule that counts now or from the next start, in the order in which it is tried; read anew after each change. */
  list(): Promise<readonly DeskRule[]>;
  /** Files that somebody else has changed since they were loaded. */
  changedOnDisk(): Promise<readonly string[]>;
  add(draft: RuleDraft, scope: Scope): Promise<Result<DeskChange, string>>;
  edit(rule: DeskRule, draft: RuleDraft): Promise<Result<DeskChange, string>>;
  remove(rule: DeskRule): Promise<Result<DeskChange, string>>;
  /** One place up or down among the rules of its own file. */
  move(rule: DeskRule, towards: 'up' | 'down'): Promise<Result<DeskChange, string>>;
  /** From the session into a file. */
  promote(rule: DeskRule, scope: Exclude<Scope, 'session'>): Promise<Result<DeskChange, string>>;
  /** Takes back the last change made here; null when there is none. */
  undo(): Promise<Result<DeskChange, string> | null>;
  /** The walk of a call through the rules as they are now. `input` is JSON or the first argument as plain text. */
  explain(
    tool: string,
    input: string,
  ): Promise<Result<{ readonly call: ToolCall; readonly walk: Explanation }, string>>;
}

export type RuleDraft = {
  readonly pattern: string;
  readonly action: Action;
  readonly comment?: string;
  readonly reason?: string;
};

export type DeskRule = {
  readonly rule: Rule;
  /** Its place in the walk of a call, from 1; null where none meets it yet. */
  readonly number: number | null;
  /** Managed and built-in rows, those of the command line, and those whose file holds them no more, cannot be changed here. */
  readonly readOnly: boolean;
  /** How often it decided, according to the log; null while that is not known. */
  readonly hits: number | null;
  readonly counts: RuleCounts;
};

/** The session keeps to the files as it found them: what was written since counts later, what was taken out goes on counting. */
export type RuleCounts = 'now' | 'from-the-next-start' | 'until-the-next-start';

/** What was done, for the toast. */
export type DeskChange = { readonly done: string };

export interface LogDesk {
  /** The last decisions, newest last, ready to be shown. */
  recent(limit: number): Promise<readonly LoggedDecision[]>;
  /** The last calls, described again, for "would also have matched". */
  recentCalls(limit: number): Promise<readonly ToolCall[]>;
}

export type LoggedDecision = {
  readonly at: Date;
  readonly tool: string;
  /** The call on one line. */
  readonly summary: string;
  readonly outcome: 'allow' | 'deny' | 'handed-over' | 'left-to-host';
  readonly because: string;
  readonly rule?: string;
  /** The whole entry, for the detail view. */
  readonly json: string;
};
