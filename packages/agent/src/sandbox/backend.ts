import type { Result } from '@caliban/calls';
import type { Confinement } from '@caliban/gate/confinement';
import type { Launch, LaunchOptions, Program } from './launch.ts';

/** A system program that confines others. */
export interface Backend {
  readonly name: 'bubblewrap' | 'sandbox-runtime';
  /**
   * Actually starts a program to check that it works. Fails with what is missing and how to install it; a failure is checked
   * again for the next program.
   */
  open(): Promise<Result<OpenBackend, string>>;
}

/** One that works on this machine. */
export interface OpenBackend {
  /** The part of a profile that it can't enforce, and what it does instead; null: nothing. */
  lacks(profile: Confinement): Lack | null;
  /** Null if the profile can be applied now, else the reason. Called before the log records how a command runs. Must not throw. */
  problem(profile: Confinement): string | null;
  /** Fails with the cause if the profile can't be applied. Must not throw. */
  launch(program: Program, profile: Confinement, options: LaunchOptions): Promise<Result<Launch, string>>;
  /** Ends its own helper processes. */
  close(): Promise<void>;
}

export type Lack = { readonly what: string; readonly instead: string };
