import type { Harm } from './target.ts';

/** A program that tries to get out. */
export type Attempt = {
  readonly name: string;
  readonly language: Language;
  readonly program: string;
  /** What it does where nothing confines it; null where it undoes confinement and there is nothing to undo. */
  readonly bare: readonly Harm[] | null;
  /** Rules besides those of the target. Without one that denies WebFetch, programs have the whole network. */
  readonly network: 'none' | 'all';
};

export type Language = 'bash' | 'python' | 'node' | 'perl' | 'make' | 'c';

/** What has to be there to run it. */
export const PROGRAM_FOR: Readonly<Record<Language, string>> = {
  bash: 'bash',
  python: 'python3',
  node: 'node',
  perl: 'perl',
  make: 'make',
  c: 'gcc',
};

type Row = readonly [name: string, bare: Harm | readonly Harm[] | null, program: string];

export function attempts(
  language: Language,
  rows: readonly Row[],
  network: Attempt['network'] = 'none',
): readonly Attempt[] {
  return rows.map(([name, bare, program]) => ({
    ...{ name, language, program, network },
    bare: typeof bare === 'string' ? [bare] : bare,
  }));
}

/** The words that run it. C programs are compiled before, into one file. */
export function wordsOf({ language, program }: Attempt): readonly [file: string, ...args: string[]] {
  switch (language) {
    case 'bash':
      return ['/bin/bash', '-c', program];
    case 'python':
      return ['/usr/bin/python3', '-c', `${PYTHON_PRELUDE}\n${program}`];
    case 'node':
      return [process.execPath, '-e', program];
    case 'perl':
      return ['/usr/bin/perl', '-e', program];
    case 'make':
      return ['/bin/bash', '-c', `printf '%s\\n' "$0" | make -s -f -`, program];
    case 'c':
      return ['/bin/bash', '-c', `"$PROGRAM" ${program}`];
  }
}

const PYTHON_PRELUDE = `
import ctypes, os, socket, struct, sys, time
from os import environ as E
libc = ctypes.CDLL(None, use_errno=True)
def nothing_but_error(work):
    try: return work()
    except OSError as error: print(error)
`;
