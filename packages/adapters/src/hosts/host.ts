import type { HostAdapter } from './host-adapter.ts';
import type { HostName } from './registry.ts';
import type { HostSandbox } from './sandbox/host-sandbox.ts';
import type { HostSetup, InstallPlaces, InstallScope } from './setup/host-setup.ts';

/**
 * What caliban knows about another agent. Every hook loads all descriptors because it guards the files of all hosts, so they stay
 * small; adapter and setup are loaded only for the host that needs them.
 */
export type Host = {
  readonly name: HostName;
  /** In its makers' spelling. */
  readonly title: string;
  readonly program: string;
  /** The directory of its own files. If it exists, the host is in use. */
  readonly directory: (places: HostPlaces) => string;
  /** The file that runs our hook. */
  readonly hookFile: (scope: InstallScope, places: InstallPlaces) => string;
  /** Other files that may switch the host's hooks off, in order of precedence. */
  readonly switchFiles?: (places: InstallPlaces) => readonly string[];
  /** What the user has to do or know after `caliban install`. */
  readonly nextStep: string;
  /** It shows `systemMessage` to its user, along with any decision. */
  readonly showsMessages?: true;
  /** Its hook is code of ours that starts the program itself, not a command line. */
  readonly hasPlugin?: true;
  /** The environment variable by which it passes the project to its hooks. */
  readonly projectVariable?: string;
  readonly ruleFiles?: (places: InstallPlaces) => readonly HostRuleFiles[];
  readonly history?: HostHistory;
  readonly loadAdapter: () => Promise<HostAdapter>;
  readonly loadSetup: () => Promise<HostSetup>;
  /** For settings of the machine's administrator, which run hooks and which users can't override. */
  readonly loadManagedSetup?: () => Promise<HostSetup>;
  /** It has its own sandbox, which is configured by paths. */
  readonly loadSandbox?: () => Promise<HostSandbox>;
};

export type HostPlaces = Omit<InstallPlaces, 'workspace'>;

/** A file in which the host keeps its own rules. With `ending`: all such files of a directory. */
export type HostRuleFiles = {
  readonly path: string;
  readonly ending?: string;
  readonly scope: 'user' | 'project' | 'local';
  readonly format: HostFormat;
  /** The base of relative paths in its rules. */
  readonly settingsDirectory?: string;
};

/** The name that our commands use for the format of the host's rules and history. */
export type HostFormat = 'claude' | 'codex' | 'gemini' | 'opencode';

export type HostHistory = {
  readonly format: HostFormat;
  readonly directories: (places: HostPlaces) => readonly string[];
};
