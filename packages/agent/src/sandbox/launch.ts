import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { ConfinedRun } from '@caliban/gate/types';

/** A program to start: a word for each argument, no shell. */
export type Program = { readonly file: string; readonly args: readonly string[]; readonly cwd: string };

/** How a program is started, and what has to be done when it has ended. */
export type Launch = {
  readonly file: string;
  readonly args: readonly string[];
  /** What to write to further descriptors, in order, before the program can run. */
  readonly feeds: readonly Uint8Array[];
  /** Variables that the process which is started must not have; what the program may see of them is in the arguments. */
  readonly withheld: readonly string[];
  readonly confined: boolean;
  /** Call once, when nothing that was started this way is running any more. */
  readonly release: () => void;
  /** What the output says of things that were kept from the program. */
  readonly violations: (output: string, cwd: string) => readonly Violation[];
};

/** Something that confinement kept from a program, in words. */
export type Violation = {
  /** A path or a host. */
  readonly what: string;
  /** `blocked by ...`, for the model and the operator. */
  readonly text: string;
};

export type LaunchOptions = {
  /** The number of the first descriptor that `feeds` can have. */
  readonly firstFeed: number;
  /** It ends when the process that is started does, with all that it started. */
  readonly endsWithStarter?: boolean;
  /** It must not run otherwise, whatever the settings say. */
  readonly confined?: ConfinedRun | undefined;
};

/** Everything the agent starts is started through one of these. */
export interface Launcher {
  /** Fails when the program must not run, and says why. */
  prepare(program: Program, options: LaunchOptions): Promise<Result<Launch, string>>;
}

/** Starts programs as they are. */
export const UNCONFINED: Launcher = {
  prepare: async ({ file, args }, { confined }) =>
    confined === undefined ? ok(unconfined({ file, args })) : fail('not run: nothing can be confined here'),
};

export function unconfined({ file, args }: Pick<Program, 'file' | 'args'>): Launch {
  return { file, args, feeds: [], withheld: [], confined: false, release: () => {}, violations: () => [] };
}

/** The environment to start it in. */
export function launchEnvironment<Value>(
  { withheld }: Pick<Launch, 'withheld'>,
  env: Readonly<Record<string, Value>>,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !withheld.includes(name)));
}
