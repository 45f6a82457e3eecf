import type { Result } from '@caliban/calls';
import type { HostName } from '../registry.ts';

/** `user`: for everything the user does. `project`: for one project and everyone who works on it. */
export const INSTALL_SCOPES = ['user', 'project'] as const;

/** Managed: for every user of the machine, written by its administrator. */
export type InstallScope = (typeof INSTALL_SCOPES)[number] | 'managed';

/** A project's setting overrides its user's. */
export const LAST_WORD_FIRST: readonly InstallScope[] = ['project', 'user'];

export type InstallPlaces = {
  readonly home: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** What starts caliban: a program and its first arguments. */
export type HookProgram = {
  readonly words: readonly string[];
  readonly isWindows: boolean;
  /** How long the hook waits for a person's answer; the host has to wait that much longer for it. */
  readonly waitSeconds?: number | undefined;
  /** The bash client of `caliban serve`, an absolute path. It starts the program if the server doesn't answer. */
  readonly client?: string | undefined;
  /** Leaves out the hooks for events after a call. */
  readonly recordsAnswers?: false;
};

/** Only for: it sends us no other calls. Altered: it may run our hook without waiting for the answer, or not for every call. */
export type Wiring =
  | 'wired'
  | 'not-wired'
  | { readonly onlyFor: string }
  | { readonly altered: readonly AlteredField[] };

/** A field of our hook that differs from what `install` writes. Undefined: it is missing, or should be. */
export type AlteredField = { readonly name: string; readonly is: unknown; readonly shouldBe: unknown };

/** A setting that makes the host run no hooks. */
export type OffSwitch = {
  readonly name: string;
  /** It affects only our hook. */
  readonly isOurs?: true;
  /** The files in which it affects a hook of that scope, in order of precedence. */
  files(scope: InstallScope, places: InstallPlaces): readonly string[];
  /** Null: the file doesn't set it. */
  isOff(text: string): boolean | null;
};

/** The configuration of a host as text. The caller reads and writes the file. */
export interface HostSetup {
  readonly name: HostName;
  file(scope: InstallScope, places: InstallPlaces): string;
  /** Null: the file doesn't exist yet. If everything is in place, the text is returned unchanged. */
  install(text: string | null, program: HookProgram): Result<string, string>;
  /** Null: nothing else was in the file. A text without anything of ours is returned unchanged. */
  uninstall(text: string): Result<string | null, string>;
  wiring(text: string): Result<Wiring, string>;
  readonly offSwitches?: readonly OffSwitch[];
}
