import { anywhere } from '../globs/text-glob.ts';
import type { TextGlob } from '../types/glob.ts';
import type { ArgumentGlob } from '../types/pattern.ts';

export type CommandArgument = Extract<ArgumentGlob, { kind: 'text' }>;

/** The globs of which one must match a whole command. */
export function commandGlobs({ glob, anywhere: isAnywhere, bare }: CommandArgument): readonly TextGlob[] {
  const written = isAnywhere ? anywhere(glob) : glob;
  return bare === undefined ? [written] : [written, bare];
}
