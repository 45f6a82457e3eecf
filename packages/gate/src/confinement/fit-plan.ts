import type { AbsolutePath } from '@caliban/calls';
import { pathBelow } from '@caliban/calls/text';
import type { ConfinementContext, Inexpressible } from './confinement-types.ts';
import type { PathPlan, PlannedPath } from './walk-disk.ts';

/** Limit of single files that are masked. Every mount is compared with all earlier ones, so that a thousand take seconds. */
export const MAX_FILE_MASKS = 200;

/** If too many files are masked, their directories are masked instead, those with the most first. */
export function fitPlan(
  plan: PathPlan,
  { workspace, added, temporary, disk }: ConfinementContext,
  notes: Inexpressible[],
): PathPlan {
  const fitted = new Map(plan);
  const others = added?.().map(({ path }) => path) ?? [];
  const needed = [workspace, ...others, ...temporary].flatMap((path) => [path, disk.realPath(path)]);
  while (fileMasks(fitted).length > MAX_FILE_MASKS) {
    const [directory, files] = fullest(fitted, needed);
    if (directory === null || files < 2) {
      const reason = `${fileMasks(fitted).length} single files would be masked; ${MAX_FILE_MASKS} are possible`;
      notes.push({ rule: null, effect: 'looser', reason, isFatal: true });
      return fitted;
    }
    maskWhole(fitted, directory, notes);
  }
  return fitted;
}

function fileMasks(plan: PathPlan): readonly (readonly [AbsolutePath, PlannedPath])[] {
  return [...plan].filter(([, { outcome, kind }]) => outcome === 'closed' && kind !== 'directory');
}

function fullest(plan: PathPlan, needed: readonly AbsolutePath[]): readonly [AbsolutePath | null, number] {
  const counts = new Map<AbsolutePath, number>();
  for (const [path] of fileMasks(plan)) {
    const parent = directoryOf(path);
    if (!needed.some((root) => pathBelow(root, parent) !== null)) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, one], [, other]) => other - one);
  return first ?? [null, 0];
}

function maskWhole(plan: Map<AbsolutePath, PlannedPath>, directory: AbsolutePath, notes: Inexpressible[]): void {
  const inside = fileMasks(plan).filter(([path]) => directoryOf(path) === directory);
  const rule = inside[0]?.[1].rule ?? null;
  for (const [path] of inside) plan.delete(path);
  plan.set(directory, { outcome: 'closed', kind: 'directory', rule });
  const reason = `\`${directory}\` is masked as a whole, because ${inside.length} files in it are`;
  notes.push({ rule, effect: 'tighter', reason });
}

function directoryOf(path: AbsolutePath): AbsolutePath {
  return (path.slice(0, path.lastIndexOf('/')) || '/') as AbsolutePath;
}
