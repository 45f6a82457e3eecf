import type { Result } from '@caliban/calls';
import type { Confinement } from '@caliban/gate/confinement';
import type { Launch, LaunchOptions, Program } from './launch.ts';

/** A program of the system that confines others. */
export interface Backend {
  readonly name: 'bubblewrap' | 'sandbox-runtime';
  /** Tried for real. Fails with what is missing and how to get it, and is asked again for the next program. */
  open(): Promise<Result<OpenBackend, string>>;
}

/** One that works on this machine. */
export interface OpenBackend {
  /** What it can't hold of a profile, and what it does instead; null: nothing. */
  lacks(profile: Confinement): Lack | null;
  /** Null if the profile can be put in place now, else why not. Asked before it's logged how a command runs. Must not throw. */
  problem(profile: Confinement): string | null;
  /** Fails, with the cause, where the profile can't be put in place. Must not throw. */
  launch(program: Program, profile: Confinement, options: LaunchOptions): Promise<Result<Launch, string>>;
  /** Ends what it keeps running beside the programs. */
  close(): Promise<void>;
}

export type Lack = { readonly what: string; readonly instead: string };
