import type { Denial, RunEnd } from '../events.ts';

export type ExitCode = 0 | 1 | 3 | 130;

/** 0 done; 1 failed; 3 done, but a call was denied because no one could be asked; 130 interrupted. */
export function exitCodeOf(end: RunEnd, denials: readonly Denial[]): ExitCode {
  switch (end.kind) {
    case 'interrupted':
      return 130;
    case 'failed':
    case 'turn-limit':
      return 1;
    case 'done':
      return denials.some(({ unasked }) => unasked) ? 3 : 0;
  }
}

/** For several prompts, the worst exit code applies. */
export function worseOf(one: ExitCode, other: ExitCode): ExitCode {
  return BADNESS.indexOf(one) >= BADNESS.indexOf(other) ? one : other;
}

const BADNESS: readonly ExitCode[] = [0, 3, 1, 130];
