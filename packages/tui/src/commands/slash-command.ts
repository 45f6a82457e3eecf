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
  /** Whether it may run while the agent does; a command that changes the conversation may not. */
  readonly whileRunning: boolean;
  /** The possible arguments. */
  readonly offers?: (parts: SessionServices) => readonly Offer[] | Promise<readonly Offer[]>;
  readonly run: (context: CommandContext, argument: string) => void | Promise<void>;
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
  /** Runs like a prompt: it can be interrupted. */
  compact(focus: string): void | Promise<void>;
  clear(): void;
  resume(id: string): Promise<void>;
  /** Lets the operator choose one, and continues it. */
  chooseSession(sessions: readonly SavedSession[]): void | Promise<void>;
  quit(): void;
}
