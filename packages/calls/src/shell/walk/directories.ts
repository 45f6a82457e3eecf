import type { Directories } from '../../types/command-line.ts';
import type { Shell } from '../../types/tool-call.ts';

/** The directory after a command, depending on its success. */
export type Whereabouts = { readonly succeeded: Directories; readonly failed: Directories };

/** The shell hasn't changed directory. An empty list is a point that is never reached. */
export const START: Directories = [[]];

const MAX_CANDIDATES = 8;
const MAX_STEPS = 32;

export function stayed(at: Directories): Whereabouts {
  return { succeeded: at, failed: at };
}

export const LOST: Whereabouts = stayed(null);

export const NEVER: Whereabouts = stayed([]);

export function either({ succeeded, failed }: Whereabouts): Directories {
  return union(succeeded, failed);
}

export function union(some: Directories, others: Directories): Directories {
  if (some === others || some === null || others?.length === 0) return some;
  if (others === null || some.length === 0) return others;
  const all = [...some];
  for (const chain of others) if (!all.some((known) => isSame(known, chain))) all.push(chain);
  return all.length > MAX_CANDIDATES ? null : all;
}

/** An absolute step, or one from home, leads to the same directory from anywhere. */
export function stepInto(step: string, from: Directories): Directories {
  if (step.startsWith('/') || step === '~' || step.startsWith('~/')) return from?.length === 0 ? from : [[step]];
  if (from === null || from.some((chain) => chain.length === MAX_STEPS)) return null;
  return from.map((chain) => [...chain, step]);
}

function isSame(chain: readonly string[], other: readonly string[]): boolean {
  return chain.length === other.length && chain.every((step, index) => step === other[index]);
}

/** How the line may change the directory of its shell. */
export class Movements {
  /** How often the shell may have changed directory, and how often a subshell that runs part of the line may have. */
  moves = 0;
  ownMoves = 0;
  /** How many subshells the walk is inside of. */
  shells = 0;
  readonly functions: FoundFunction[] = [];
  /** False once `cd` may do something other than change to the named directory. */
  trustsCd = true;
  /** True once `cd -P` may have taken the shell to a symlink's target. */
  followsLinks = false;
  /** True once the last command of a pipe runs in the line's own shell: in zsh it always does. */
  keepsLastOfPipe: boolean;

  constructor(shell: Shell | undefined) {
    this.keepsLastOfPipe = shell === 'zsh';
  }

  move(): void {
    this.moves++;
    if (this.shells === 0) this.ownMoves++;
  }
}

/** Indexes of the first finding in its body and the first one after it. */
export type FoundFunction = {
  readonly name: string;
  readonly redirects: readonly [first: number, end: number];
  readonly units: readonly [first: number, end: number];
  /** A call of it may change the directory. */
  readonly moves: boolean;
};
