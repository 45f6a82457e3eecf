import type { AbsolutePath } from '../types/absolute-path.ts';
import type { Places } from '../types/subject.ts';

/** All that a rule may have to say something about, each once, as written first. */
export function everyPlace({ written, real, opened = real }: Places): readonly AbsolutePath[] {
  return written === real && opened === real ? [written] : [...new Set([written, real, opened])];
}
