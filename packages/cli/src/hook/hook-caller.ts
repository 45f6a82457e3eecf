import type { NameSet } from '@caliban/calls/types';
import { namesIn } from '../paths/workspace-context.ts';
import { standardError } from '../process/standard-output.ts';
import { workingDirectory } from '../process/working-directory.ts';

/** The process that a host started for a call: this one, or a client of `caliban serve`. */
export type HookCaller = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The names of all exported variables; `env` may lack most of their values. */
  readonly exportedNames: NameSet;
  readonly cwd: () => string;
  /** Writes to its standard error. */
  readonly warn: (text: string) => void;
};

export const THIS_PROCESS: HookCaller = {
  env: process.env,
  exportedNames: namesIn(process.env),
  cwd: workingDirectory,
  warn: standardError,
};
