/**
 * Where the shell may stand: chains of literal `cd` arguments from the starting directory. Null when it cannot be known, none
 * at all when the place is never reached.
 */
export type Directories = readonly (readonly string[])[] | null;

/** Where it stands after a command, by how the command ended. */
export type Whereabouts = { readonly succeeded: Directories; readonly failed: Directories };

export const START: Directories = [[]];

const MOST_CANDIDATES = 8;
const MOST_STEPS = 32;

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
  return all.length > MOST_CANDIDATES ? null : all;
}

/** An absolute step, or one from home, leads to the same place from anywhere. */
export function stepInto(step: string, from: Directories): Directories {
  if (step.startsWith('/') || step === '~' || step.startsWith('~/')) return from?.length === 0 ? from : [[step]];
  if (from === null || from.some((chain) => chain.length === MOST_STEPS)) return null;
  return from.map((chain) => [...chain, step]);
}

function isSame(chain: readonly string[], other: readonly string[]): boolean {
  return chain.length === other.length && chain.every((step, index) => step === other[index]);
}
