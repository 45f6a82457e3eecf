import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { ConfinedRun } from '@caliban/gate/types';

/** A program to start: one word per argument, no shell. */
export type Program = { readonly file: string; readonly args: readonly string[]; readonly cwd: string };

/** How a program is started, and the cleanup after it has ended. */
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
  /** The violations that the program's output mentions. */
  readonly violations: (output: string, cwd: string) => readonly Violation[];
};

/** Something that confinement denied a program, in words. */
export type Violation = {
  /** A path or a host. */
  readonly what: string;
  /** `blocked by ...`, for the model and the operator. */
  readonly text: string;
};

export type LaunchOptions = {
  /** The number of the first descriptor that `feeds` can have. */
  readonly firstFeed: number;
  /** The program ends with the process that starts it, together with everything the program started. */
  readonly endsWithStarter?: boolean;
  /** It must only run this way, whatever the settings say. */
  readonly confined?: ConfinedRun | undefined;
};

/** Everything the agent starts is started through a launcher. */
export interface Launcher {
  /** Fails with the reason if the program must not run. */
  prepare(program: Program, options: LaunchOptions): Promise<Result<Launch, string>>;
}

/** Starts programs unconfined. */
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
