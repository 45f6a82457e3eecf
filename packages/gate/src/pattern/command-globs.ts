import { anywhere } from '@caliban/calls/globs';
import type { TextGlob } from '@caliban/calls/types';
import type { ArgumentGlob } from '../types/pattern.ts';

export type CommandArgument = Extract<ArgumentGlob, { kind: 'text' }>;

/** The globs of which one must match a whole command. */
export function commandGlobs({ glob, anywhere: isAnywhere, bare }: CommandArgument): readonly TextGlob[] {
  const written = isAnywhere ? anywhere(glob) : glob;
  return bare === undefined ? [written] : [written, bare];
}
