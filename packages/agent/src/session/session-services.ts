import type { Result, ToolCall } from '@caliban/calls';
import type { Action, Explanation, Rule, RuntimeRuleStore, Scope, SharedPermissionMode } from '@caliban/gate';
import type { LiftedDeny } from '@caliban/gate/inspect';
import type { Message } from '../conversation/messages.ts';
import type { AgentEvent } from '../events.ts';
import type { AppliedCommand } from '../rehearsal/applied-commands.ts';

/** What a session offers to a frontend: a terminal, a page. A frontend touches no file itself; every reach outside is one of these. */
export type SessionServices = {
  readonly conversation: Conversation;
  readonly mode: SharedPermissionMode;
  readonly rules: RuleEditor;
  readonly log: DecisionHistory;
  readonly edits: EditPreview;
  readonly applied: AppliedChanges;
  /** `!command`: the operator's own, through the same gate. It is not asked about; denies apply. */
  readonly runCommand: (command: string, signal: AbortSignal) => AsyncIterable<AgentEvent>;
  readonly reports: SessionReports;
  readonly directories: AddedDirectories;
  /** `@` completion: paths below the workspace that begin or fit so, best first, at most a screenful. */
  readonly completePath: (written: string) => Promise<readonly string[]>;
  readonly history: PromptHistory;
  readonly about: About;
  /** What goes wrong beside the conversation: a rule that could not be kept, a hook that failed. */
  readonly onNotice: (listener: (message: string) => void) => void;
};

export type About = {
  readonly version: string;
  readonly workspace: string;
  /** Shown once above the first prompt: warnings of the load, what the tour is. */
  readonly notices: readonly string[];
  /** What Enter on an empty prompt does; without it, nothing. */
  readonly emptyPrompt?: EmptyPrompt | undefined;
};

export type EmptyPrompt = {
  readonly sends: string;
  /** In the place of what would be written. */
  readonly hint: string;
};

export interface Conversation {
  readonly model: () => string;
  /** What `/model` offers. */
  readonly models: () => readonly string[];
  readonly useModel: (name: string) => Promise<Result<string, string>>;
  run(prompt: string, signal: AbortSignal): AsyncIterable<AgentEvent>;
  /** Summarises what was said so far; `focus` says what must not be lost. */
  compact(focus: string, signal: AbortSignal): AsyncIterable<AgentEvent>;
  clear(): void;
  sessions(): Promise<readonly SavedSession[]>;
  /** What was said there, for the transcript. */
  resume(id: string): Promise<Result<readonly Message[], string>>;
}

/** Directories beside the workspace, for this session. */
export interface AddedDirectories {
  readonly all: readonly string[];
  /** Gives the path as it is used from now on, or why it is not. */
  add(written: string): Result<string, string>;
}

/** What the session and the program say about themselves, as lines to be shown as they are. */
export interface SessionReports {
  /** Where, with what and by which rules the session runs: a name and a value in each row. */
  status(): readonly (readonly [name: string, value: string])[];
  /** The MCP servers, whether they are there, and their tools. */
  mcp(): readonly string[];
  /** The operator's hooks and where they are set. */
  hooks(): readonly string[];
  /** What was loaded from where and what there is to do. Takes a second. */
  doctor(signal: AbortSignal): Promise<string>;
  /** What the project's files allow, and whether that is accepted; or changes that. */
  trust(change: 'show' | 'yes' | 'revoke', signal: AbortSignal): Promise<string>;
  /** Rules for what ran often, from the recorded calls; `yes` writes them. May take a while. */
  learn(change: 'show' | 'yes', signal: AbortSignal): Promise<string>;
}

export type SavedSession = {
  readonly id: string;
  readonly changedAt: Date;
  readonly firstPrompt: string;
  /** The same as the first where there was only one. */
  readonly lastPrompt: string;
};

export interface PromptHistory {
  /** Newest last. */
  readonly entries: readonly string[];
  add(prompt: string): void;
}

/** What rehearsed commands have changed in this workspace, after a yes. */
export interface AppliedChanges {
  /** Newest first. */
  list(): readonly AppliedCommand[];
  /** Takes one back, or says why it can't be. */
  undo(id: string): Promise<Result<void, string>>;
}

/** What an edit would change, as a unified diff; null where that cannot be known. */
export type EditPreview = (call: ToolCall) => Promise<string | null>;

/** The rules, to look at and to change. Every write goes through the same in-place writer as `caliban perms`. */
export interface RuleEditor {
  /** Those of the session, which can be added and dropped live. */
  readonly runtime: RuntimeRuleStore;
  /** Every rule that counts now or from the next start, in the order in which it is tried; read anew after each change. */
  list(): Promise<readonly ListedRule[]>;
  /** The file that a rule of this scope is kept in; null for the session. */
  fileOf(scope: Scope): string | null;
  /** Another text as soon as the list may be another: a decision was logged, a session rule was added. */
  version(): string;
  /** Files that somebody else has changed since they were loaded. */
  changedOnDisk(): Promise<readonly string[]>;
  add(draft: RuleDraft, scope: Scope): Promise<Result<RuleEdit, string>>;
  edit(rule: ListedRule, draft: RuleDraft): Promise<Result<RuleEdit, string>>;
  remove(rule: ListedRule): Promise<Result<RuleEdit, string>>;
  /** One place up or down among the rules of its own file. */
  move(rule: ListedRule, towards: 'up' | 'down'): Promise<Result<RuleEdit, string>>;
  /** From the session into a file. */
  promote(rule: ListedRule, scope: Exclude<Scope, 'session'>): Promise<Result<RuleEdit, string>>;
  /** Takes back the last change made here; null when there is none. */
  undo(): Promise<Result<RuleEdit, string> | null>;
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

export type ListedRule = {
  readonly rule: Rule;
  /** Its place in the walk of a call, from 1; null where none meets it yet. */
  readonly number: number | null;
  /** Managed and built-in rows, those of the command line, and those whose file holds them no more, cannot be changed here. */
  readonly readOnly: boolean;
  /** The same rule in a file, where a rule of this session was saved to one. */
  readonly savedAs: Rule | null;
  /** How often it decided, according to the log; null while that is not known. */
  readonly hits: number | null;
  readonly counts: RuleCounts;
};

/** The session keeps to the files as it found them: what was written since counts later, what was taken out goes on counting. */
export type RuleCounts = 'now' | 'from-the-next-start' | 'until-the-next-start';

/** What was done, for the toast. */
export type RuleEdit = { readonly done: string };

export interface DecisionHistory {
  /** The last decisions, newest last, ready to be shown. */
  recent(limit: number): Promise<readonly LoggedDecision[]>;
  /** The last decisions in whose line the text is found, letter case aside, archives too; newest last. */
  search(text: string, limit: number, signal: AbortSignal): Promise<readonly LoggedDecision[]>;
  /** Patterns for a rule about that call, the narrowest first; none where the log has not kept all of the call. */
  patternsFor(decision: LoggedDecision): readonly string[];
  /** The last calls, described again, for "would also have matched". */
  recentCalls(limit: number): Promise<readonly ToolCall[]>;
  /** Which rules would spare the most questions, in a sentence; null: none is known. May take seconds. */
  advice(signal: AbortSignal): Promise<string | null>;
}

export type LoggedDecision = {
  readonly at: Date;
  readonly tool: string;
  /** The call on one line. */
  readonly summary: string;
  readonly outcome: 'allow' | 'deny' | 'handed-over' | 'left-to-host';
  /** What happened to a call that the host decided, if it was reported. */
  readonly answer?: 'ran' | 'failed' | 'refused';
  readonly because: string;
  readonly rule?: string;
  /** The directory whose rules applied; empty where the log does not say. */
  readonly workspace: string;
  /** The whole entry, for the detail view. */
  readonly json: string;
};

/** What accepting a project's files accepts. */
export type ProjectListing = {
  readonly workspace: string;
  /** What the project's own files would let an agent do. */
  readonly allows: readonly Rule[];
  /** Where all of them can be read. */
  readonly allowsShownBy: string;
  /** This user's own denies that they lift. */
  readonly lifts: readonly LiftedDeny[];
  /** What its settings would have run, reached or told to the model. */
  readonly wants: readonly ProjectWant[];
};

export type ProjectWant = { readonly what: string; readonly file: string; readonly line: number };
