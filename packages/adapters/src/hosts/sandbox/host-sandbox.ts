import type { AbsolutePath, Result } from '@caliban/calls';
import type { ConfinedGlob, Confinement } from '@caliban/gate/confinement';
import type { InstallPlaces } from '../setup/host-setup.ts';

/** Which configuration it is written to. A user's sandbox applies in every project. */
export const SANDBOX_SCOPES = ['user', 'project'] as const;

export type SandboxScope = (typeof SANDBOX_SCOPES)[number];

/** The rules, resolved on this machine, as input for the sandbox of another agent. */
export type HostSandboxPlan = {
  readonly profile: Confinement;
  /** Globs of the same rules. */
  readonly globs: readonly ConfinedGlob[];
  readonly workspace: AbsolutePath;
  readonly home: AbsolutePath;
  /** Directories for temporary files, which every host leaves accessible. */
  readonly temporary: readonly AbsolutePath[];
  readonly scope: SandboxScope;
};

export type CompiledSandbox = {
  /** The text to write, in the host's own format. */
  readonly text: string;
  readonly lost: readonly LostPart[];
};

/** A rule that the host's sandbox can't enforce exactly. */
export type LostPart = { readonly what: string; readonly why: string };

/** The sandbox in a host's configuration, as text; the caller reads and writes the file. */
export interface HostSandbox {
  file(scope: SandboxScope, places: InstallPlaces): string;
  compile(plan: HostSandboxPlan): CompiledSandbox;
  /** Null: the file has no sandbox that we could have written. */
  find(text: string): Result<FoundSandbox | null, string>;
  /** Replaces the sandbox that `find` finds. Fails if something else is in the way. */
  install(text: string | null, compiled: CompiledSandbox): Result<string, string>;
  /** Null: nothing else was in the file. */
  uninstall(text: string): Result<string | null, string>;
  /** What the user has to know afterwards. */
  readonly nextStep: string;
}

export type FoundSandbox = {
  /** Equal to the compiled `text` if no one has changed it since. */
  readonly text: string;
  /** True: a marker in the text says that it is ours. False: only a remembered digest can show that. */
  readonly isMarked: boolean;
};
