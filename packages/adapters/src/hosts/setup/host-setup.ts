import type { Result } from '@caliban/calls';
import type { HostName } from '../registry.ts';

/** For everything the user does, or for one project and everyone who works on it. */
export const INSTALL_SCOPES = ['user', 'project'] as const;

/** Managed: for every user of the machine, written by its administrator. */
export type InstallScope = (typeof INSTALL_SCOPES)[number] | 'managed';

/** What a project says counts more than what its user says everywhere. */
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
  /** A person may answer a question, so the host has to wait so much longer for a hook that decides. */
  readonly waitSeconds?: number | undefined;
  /** The bash client of `caliban serve`, an absolute file. It starts the program where the server does not answer. */
  readonly client?: string | undefined;
  /** Leaves out the hooks for events after a call. */
  readonly recordsAnswers?: false;
};

/** Only for: it brings us no other calls. Altered: it may run our hook without waiting for the answer, or not for every call. */
export type Wiring =
  | 'wired'
  | 'not-wired'
  | { readonly onlyFor: string }
  | { readonly altered: readonly AlteredField[] };

/** A field of our hook that is not as `install` writes it. Undefined: it is not there, or should not be. */
export type AlteredField = { readonly name: string; readonly is: unknown; readonly shouldBe: unknown };

/** A setting that tells the host to run no hooks. */
export type OffSwitch = {
  readonly name: string;
  /** It is about our hook alone. */
  readonly isOurs?: true;
  /** Where it counts for a hook of that scope: the file that has the last word first. */
  files(scope: InstallScope, places: InstallPlaces): readonly string[];
  /** Null: the file says nothing about it. */
  isOff(text: string): boolean | null;
};

/** The configuration of a host as text. The caller reads and writes the file. */
export interface HostSetup {
  readonly name: HostName;
  file(scope: InstallScope, places: InstallPlaces): string;
  /** Null: there is no such file yet. What is so already comes back as it is. */
  install(text: string | null, program: HookProgram): Result<string, string>;
  /** Null: nothing of anybody else stood in it. What has nothing of ours comes back as it is. */
  uninstall(text: string): Result<string | null, string>;
  wiring(text: string): Result<Wiring, string>;
  readonly offSwitches?: readonly OffSwitch[];
}
