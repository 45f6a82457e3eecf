import type { PermissionMode } from '@caliban/gate';
import type { TuiParts } from '../ports.ts';

/** A command of the session, written `/name [argument]`. */
export type SlashCommand = {
  readonly name: string;
  readonly argument: string;
  readonly summary: string;
  /** The same for the plain session, where it has no key or no screen. */
  readonly plainSummary?: string;
  /** Whether it may run while the agent does; what changes the conversation may not. */
  readonly whileRunning: boolean;
  /** What can stand as its argument. */
  readonly offers?: (parts: TuiParts) => readonly Offer[] | Promise<readonly Offer[]>;
  readonly run: (desk: CommandDesk, argument: string) => void | Promise<void>;
};

export type Offer = { readonly value: string; readonly detail: string };

/** How a session meets the operator. */
export type Face = 'drawn' | 'plain';

/** What a command may do to the session, drawn or plain. */
export interface CommandDesk {
  readonly face: Face;
  readonly parts: TuiParts;
  say(text: string, weight?: 'info' | 'warning' | 'error'): void;
  openPermissions(tab: 'view' | 'audit'): void | Promise<void>;
  switchMode(mode: PermissionMode): void;
  dropLatch(): void;
  clear(): void;
  resume(id: string): Promise<void>;
  quit(): void;
}
