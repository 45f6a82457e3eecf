import { foldPathGlob } from '../../text/fold-path-glob.ts';
import { parsePathGlob } from '../../text/parse-path-glob.ts';
import { matchesPath } from '../../text/path-glob.ts';
import type { AbsolutePath } from '../../types/absolute-path.ts';
import type { PathGlob } from '../../types/glob.ts';
import type { Places } from '../../types/subject.ts';
import type { Surroundings } from '../../types/tool-call.ts';

/** Whether a file is one of these, by any of the places it has, or by every one of them. */
export function pathTest(
  globs: readonly string[],
  by: 'any place' | 'every place' = 'any place',
): (file: Places, surroundings: Surroundings) => boolean {
  let parsed: readonly PathGlob[] | null = null;
  return ({ written, real, opened = real }, surroundings) => {
    parsed ??= globs.map(parseCurated).map((glob) => (surroundings.foldsCase ? foldPathGlob(glob) : glob));
    const places = [written, real, opened].map((place) => (surroundings.foldsCase ? lower(place) : place));
    const roots = surroundings.foldsCase ? lowerRoots(surroundings) : surroundings;
    const known = parsed;
    const isMeant = (place: AbsolutePath) => known.some((glob) => matchesPath(glob, place, roots));
    return by === 'any place' ? places.some(isMeant) : places.every(isMeant);
  };
}

function parseCurated(text: string): PathGlob {
  const glob = parsePathGlob(text);
  if (!glob.ok) throw new Error(`curated path \`${text}\`: ${glob.error.message}`);
  return glob.value;
}

function lower(path: AbsolutePath): AbsolutePath {
  return path.toLowerCase() as AbsolutePath;
}

function lowerRoots({ workspace, home }: Surroundings): Pick<Surroundings, 'workspace' | 'home'> {
  return { workspace: lower(workspace), ...(home === undefined ? {} : { home: lower(home) }) };
}
