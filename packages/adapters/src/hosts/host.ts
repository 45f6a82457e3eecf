import type { HostAdapter } from './host-adapter.ts';
import type { HostName } from './registry.ts';
import type { HostSandbox } from './sandbox/host-sandbox.ts';
import type { HostSetup, InstallPlaces, InstallScope } from './setup/host-setup.ts';

/**
 * What caliban knows about another agent. Every hook loads all descriptors, because it guards the files of all hosts, so they stay
 * small; adapter and setup are loaded for the one host that needs them.
 */
export type Host = {
  readonly name: HostName;
  /** As its makers write it. */
  readonly title: string;
  readonly program: string;
  /** Where it keeps its own files. If the directory is there, the host is in use. */
  readonly directory: (places: HostPlaces) => string;
  /** The file that runs our hook. */
  readonly hookFile: (scope: InstallScope, places: InstallPlaces) => string;
  /** Other files that may tell the host to run no hooks, the file that has the last word first. */
  readonly switchFiles?: (places: InstallPlaces) => readonly string[];
  /** What the user has to do or know after `caliban install`. */
  readonly nextStep: string;
  /** It shows `systemMessage` to its user, beside any decision. */
  readonly showsMessages?: true;
  /** Its hook is code of ours that starts the program itself, not a command line. */
  readonly hasPlugin?: true;
  /** The variable in which it gives its hooks the project. */
  readonly projectVariable?: string;
  readonly ruleFiles?: (places: InstallPlaces) => readonly HostRuleFiles[];
  readonly history?: HostHistory;
  readonly loadAdapter: () => Promise<HostAdapter>;
  readonly loadSetup: () => Promise<HostSetup>;
  /** For settings of the machine's administrator that run hooks and that no user overrides. */
  readonly loadManagedSetup?: () => Promise<HostSetup>;
  /** It has a sandbox of its own that takes rules path by path. */
  readonly loadSandbox?: () => Promise<HostSandbox>;
};

export type HostPlaces = Omit<InstallPlaces, 'workspace'>;

/** A file in which the host keeps its own rules. With `ending`: all such files of a directory. */
export type HostRuleFiles = {
  readonly path: string;
  readonly ending?: string;
  readonly scope: 'user' | 'project' | 'local';
  readonly format: HostFormat;
  /** What paths in its rules are relative to. */
  readonly settingsDirectory?: string;
};

/** The name by which our commands know the form of the host's rules and history. */
export type HostFormat = 'claude' | 'codex' | 'gemini' | 'opencode';

export type HostHistory = {
  readonly format: HostFormat;
  readonly directories: (places: HostPlaces) => readonly string[];
};
