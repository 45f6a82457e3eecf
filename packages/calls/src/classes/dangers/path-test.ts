import { foldPathGlob } from '../../globs/fold-path-glob.ts';
import { parsePathGlob } from '../../globs/parse-path-glob.ts';
import { PathGlobSet } from '../../globs/path-glob-set.ts';
import type { AbsolutePath } from '../../types/absolute-path.ts';
import type { PathGlob } from '../../types/glob.ts';
import type { ResolvedPath } from '../../types/subject.ts';
import type { CallContext } from '../../types/tool-call.ts';

/** Whether a file is one of these, by any of its paths or by all of them. */
export function pathTest(
  globs: readonly string[],
  by: 'any place' | 'every place' = 'any place',
): (file: ResolvedPath, context: CallContext) => boolean {
  let exact: PathGlobSet | null = null;
  let folded: PathGlobSet | null = null;
  return ({ written, real, opened = real }, context) => {
    const places = real === written && opened === written ? [written] : [written, real, opened];
    if (context.foldsCase !== true) {
      exact ??= new PathGlobSet(globs.map(parseCurated));
      const known = exact;
      return someOrEvery(places, (place) => known.matches(place, context));
    }
    folded ??= new PathGlobSet(globs.map(parseCurated).map(foldPathGlob));
    const known = folded;
    const roots = lowerRoots(context);
    return someOrEvery(places, (place) => known.matches(lower(place), roots));
  };

  function someOrEvery(places: readonly AbsolutePath[], isMeant: (place: AbsolutePath) => boolean): boolean {
    return by === 'any place' ? places.some(isMeant) : places.every(isMeant);
  }
}

function parseCurated(text: string): PathGlob {
  const glob = parsePathGlob(text);
  if (!glob.ok) throw new Error(`curated path \`${text}\`: ${glob.error.message}`);
  return glob.value;
}

function lower(path: AbsolutePath): AbsolutePath {
  return path.toLowerCase() as AbsolutePath;
}

function lowerRoots({ workspace, home }: CallContext): Pick<CallContext, 'workspace' | 'home'> {
  return { workspace: lower(workspace), ...(home === undefined ? {} : { home: lower(home) }) };
}
