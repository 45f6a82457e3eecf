import type { Result } from '@caliban/gate';
import type { HostName } from '../hosts/host-adapter.ts';

/** For everything the user does, or for one project and whoever works on it. */
export const INSTALL_SCOPES = ['user', 'project'] as const;

export type InstallScope = (typeof INSTALL_SCOPES)[number];

export type InstallPlaces = {
  readonly home: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** What starts caliban: a program and its first arguments. */
export type HookProgram = { readonly words: readonly string[]; readonly isWindows: boolean };

/** Switched off: we stand there, but the file tells the host to run no hooks. Only for: it brings us no other calls. */
export type Wiring = 'wired' | 'switched-off' | 'not-wired' | { readonly onlyFor: string };

/** The configuration of a host as text; whoever calls reads and writes the file. */
export interface HostSetup {
  readonly name: HostName;
  file(scope: InstallScope, places: InstallPlaces): string;
  /** Null: there is no such file yet. What is so already comes back as it is. */
  install(text: string | null, program: HookProgram): Result<string, string>;
  /** Null: nothing of anybody else stood in it. What has nothing of ours comes back as it is. */
  uninstall(text: string): Result<string | null, string>;
  wiring(text: string): Result<Wiring, string>;
  /** What the setting is called that tells the host to run no hooks, if it has one. */
  readonly switchName?: string;
  /** It stands in another file of the same directory. */
  readonly masterSwitch?: { readonly file: string; readonly isOff: (text: string) => boolean };
}
