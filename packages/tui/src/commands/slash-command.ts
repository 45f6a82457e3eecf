import type { AgentEvent } from '@caliban/agent';
import type { SavedSession, SessionServices } from '@caliban/agent/session';
import type { PermissionMode } from '@caliban/gate';
import type { Spending } from '../session/spending.ts';

/** A command of the session, written `/name [argument]`. */
export type SlashCommand = {
  readonly name: string;
  readonly argument: string;
  readonly summary: string;
  /** The summary for the plain session, if it differs because there are no keys or no screen. */
  readonly plainSummary?: string;
  /** The possible arguments. */
  readonly offers?: (parts: SessionServices) => readonly Offer[] | Promise<readonly Offer[]>;
} & (CommandAction | CommandRun);

/** `in turn`: it changes the conversation or the files, so it waits until the agent is done. */
type CommandAction = {
  readonly when: 'at once' | 'in turn';
  readonly run: (context: CommandContext, argument: string) => void | Promise<void>;
};

/** Like a prompt: it waits for the agent, has events, and can be interrupted. */
type CommandRun = {
  readonly when: 'as a run';
  readonly start: (parts: SessionServices, argument: string, signal: AbortSignal) => AsyncIterable<AgentEvent>;
};

export type Offer = { readonly value: string; readonly detail: string };

/** How a session interacts with the operator. */
export type Frontend = 'ink' | 'lines';

/** What a command may do to the session, drawn or plain. */
export interface CommandContext {
  readonly frontend: Frontend;
  readonly parts: SessionServices;
  say(text: string, weight?: 'info' | 'warning' | 'error'): void;
  /** `search`: the initial search text of the audit tab. */
  openPermissions(tab: 'view' | 'audit', search?: string): void | Promise<void>;
  switchMode(mode: PermissionMode): void;
  dropLatch(): void;
  /** What the session has used so far. */
  readonly spending: Spending;
  /** Aborts when the session ends. */
  readonly leaving: AbortSignal;
  /** Shown while something takes a moment. */
  hint(text: string): void;
  /** Starts a command that is a run. */
  run(text: string): void | Promise<void>;
  clear(): void;
  resume(id: string): Promise<void>;
  /** Lets the operator choose one, and continues it. Resolves when one was chosen or none will be. */
  chooseSession(sessions: readonly SavedSession[]): Promise<void>;
  quit(): void;
}
