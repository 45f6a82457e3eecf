import type { Result, ToolCall } from '@caliban/calls';
import type { Action, Explanation, Rule, RuntimeRuleStore, Scope, SharedPermissionMode } from '@caliban/gate';
import type { LiftedDeny } from '@caliban/gate/inspect';
import type { Message } from '../conversation/messages.ts';
import type { AgentEvent } from '../events.ts';
import type { AppliedCommand } from '../rehearsal/applied-commands.ts';

/**
 * What a session offers to a frontend: a terminal, a page. A frontend doesn't access files itself; it reaches everything through
 * these services.
 */
export type SessionServices = {
  readonly conversation: Conversation;
  readonly mode: SharedPermissionMode;
  readonly rules: RuleEditor;
  readonly log: DecisionHistory;
  readonly edits: EditPreview;
  readonly applied: AppliedChanges;
  /** `!command`: the operator's own command, through the same gate. It isn't asked about; denies apply. */
  readonly runCommand: (command: string, signal: AbortSignal) => AsyncIterable<AgentEvent>;
  readonly reports: SessionReports;
  readonly directories: AddedDirectories;
  /** `@` completion: matching paths below the workspace, best first, at most a screenful. */
  readonly completePath: (written: string) => Promise<readonly string[]>;
  readonly history: PromptHistory;
  readonly about: About;
  /** Problems outside the conversation: a rule that couldn't be saved, a hook that failed. */
  readonly onNotice: (listener: (message: string) => void) => void;
};

export type About = {
  readonly version: string;
  readonly workspace: string;
  /** Shown once above the first prompt: warnings from loading, an introduction to the tour. */
  readonly notices: readonly string[];
  /** What Enter does on an empty prompt; nothing by default. */
  readonly emptyPrompt?: EmptyPrompt | undefined;
};

export type EmptyPrompt = {
  readonly sends: string;
  /** The placeholder text. */
  readonly hint: string;
};

export interface Conversation {
  readonly model: () => string;
  /** The choices of `/model`. */
  readonly models: () => readonly string[];
  readonly useModel: (name: string) => Promise<Result<string, string>>;
  run(prompt: string, signal: AbortSignal): AsyncIterable<AgentEvent>;
  /** Summarises the conversation; `focus` names what the summary must keep. */
  compact(focus: string, signal: AbortSignal): AsyncIterable<AgentEvent>;
  clear(): void;
  sessions(): Promise<readonly SavedSession[]>;
  /** Returns the session's messages, for the transcript. */
  resume(id: string): Promise<Result<readonly Message[], string>>;
}

/** Additional directories for this session, beside the workspace. */
export interface AddedDirectories {
  readonly all: readonly string[];
  /** Returns the path that is used from now on, or the reason for a refusal. */
  add(written: string): Result<string, string>;
}

/** Reports of the session and the program, as lines to be shown unchanged. */
export interface SessionReports {
  /** Where, with what and under which rules the session runs: rows of name and value. */
  status(): readonly (readonly [name: string, value: string])[];
  /** The MCP servers, their state and their tools. */
  mcp(): readonly string[];
  /** The operator's hooks and where they are set. */
  hooks(): readonly string[];
  /** What was loaded from where, and what to do. Takes a second. */
  doctor(signal: AbortSignal): Promise<string>;
  /** Shows what the project's files allow and whether that is accepted, or changes that. */
  trust(change: 'show' | 'yes' | 'revoke', signal: AbortSignal): Promise<string>;
  /** Suggests rules for calls that ran often, from the recorded calls; `yes` writes them. May take a while. */
  learn(change: 'show' | 'yes', signal: AbortSignal): Promise<string>;
}

export type SavedSession = {
  readonly id: string;
  readonly changedAt: Date;
  readonly firstPrompt: string;
  /** Equal to the first prompt if there was only one. */
  readonly lastPrompt: string;
};

export interface PromptHistory {
  /** Newest last. */
  readonly entries: readonly string[];
  add(prompt: string): void;
}

/** Changes of rehearsed commands that were applied to this workspace. */
export interface AppliedChanges {
  /** Newest first. */
  list(): readonly AppliedCommand[];
  /** Undoes one, or says why it can't be undone. */
  undo(id: string): Promise<Result<void, string>>;
}

/** The change that an edit would make, as a unified diff; null if it can't be computed. */
export type EditPreview = (call: ToolCall) => Promise<string | null>;

/** Shows and changes rules. Every write goes through the same in-place writer as `caliban perms`. */
export interface RuleEditor {
  /** The session's rules, which can be added and removed live. */
  readonly runtime: RuntimeRuleStore;
  /** Every rule that applies now or from the next start, in the order in which it is tried; read again after each change. */
  list(): Promise<readonly ListedRule[]>;
  /** The file for rules of this scope; null for the session. */
  fileOf(scope: Scope): string | null;
  /** Changes whenever the list may have changed: a decision was logged, a session rule was added. */
  version(): string;
  /** Files that others have changed since they were loaded. */
  changedOnDisk(): Promise<readonly string[]>;
  add(draft: RuleDraft, scope: Scope): Promise<Result<RuleEdit, string>>;
  edit(rule: ListedRule, draft: RuleDraft): Promise<Result<RuleEdit, string>>;
  remove(rule: ListedRule): Promise<Result<RuleEdit, string>>;
  /** Moves the rule by one among the rules of its own file. */
  move(rule: ListedRule, towards: 'up' | 'down'): Promise<Result<RuleEdit, string>>;
  /** Moves a rule from the session to a file. */
  promote(rule: ListedRule, scope: Exclude<Scope, 'session'>): Promise<Result<RuleEdit, string>>;
  /** Undoes the last change made here; null if there is none. */
  undo(): Promise<Result<RuleEdit, string> | null>;
  /** How a call passes through the current rules. `input` is JSON, or the first argument as plain text. */
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
  /** Its position in the order in which rules are tried, from 1; null if it doesn't take part yet. */
  readonly number: number | null;
  /** True for managed, built-in and command-line rules, and for rules that their file no longer contains. */
  readonly readOnly: boolean;
  /** The same rule in a file, if this session rule was saved to one. */
  readonly savedAs: Rule | null;
  /** How many decisions it made, according to the log; null while that isn't known. */
  readonly hits: number | null;
  readonly counts: RuleCounts;
};

/** A session uses the files as they were at its start: rules written since apply later, and removed rules still apply. */
export type RuleCounts = 'now' | 'from-the-next-start' | 'until-the-next-start';

/** What was done, for the toast message. */
export type RuleEdit = { readonly done: string };

export interface DecisionHistory {
  /** The last decisions, newest last, formatted for display. */
  recent(limit: number): Promise<readonly LoggedDecision[]>;
  /** The last decisions whose line contains the text, ignoring case, including archives; newest last. */
  search(text: string, limit: number, signal: AbortSignal): Promise<readonly LoggedDecision[]>;
  /** Patterns for a rule about that call, the narrowest first; empty if the log doesn't contain the whole call. */
  patternsFor(decision: LoggedDecision): readonly string[];
  /** The last calls, described again, for "would also have matched". */
  recentCalls(limit: number): Promise<readonly ToolCall[]>;
  /** A sentence on which rules would avoid the most questions; null: none is known. May take seconds. */
  advice(signal: AbortSignal): Promise<string | null>;
}

export type LoggedDecision = {
  readonly at: Date;
  readonly tool: string;
  /** The call on one line. */
  readonly summary: string;
  readonly outcome: 'allow' | 'deny' | 'handed-over' | 'left-to-host';
  /** The outcome of a call that the host decided, if reported. */
  readonly answer?: 'ran' | 'failed' | 'refused';
  readonly because: string;
  readonly rule?: string;
  /** The directory whose rules applied; empty if the log doesn't say. */
  readonly workspace: string;
  /** The whole entry, for the detail view. */
  readonly json: string;
};

/** What the operator accepts by accepting a project's files. */
export type ProjectListing = {
  readonly workspace: string;
  /** What the project's own files would let an agent do. */
  readonly allows: readonly Rule[];
  /** The command that shows all of them. */
  readonly allowsShownBy: string;
  /** This user's own denies that they lift. */
  readonly lifts: readonly LiftedDeny[];
  /** What its settings would run, contact or add to the prompt. */
  readonly wants: readonly ProjectWant[];
};

export type ProjectWant = { readonly what: string; readonly file: string; readonly line: number };
