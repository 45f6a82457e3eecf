import { visible } from '@caliban/calls/text';
import type { PermissionMode, Rule } from '@caliban/gate';
import { allowedByProject, type LoadedRules, type Locations, readAutoModeFiles, type Sourced } from '@caliban/storage';
import { modesByProject } from '@caliban/storage/rules';

/** What a project's own files would loosen. */
export type ProjectLoosens = {
  /** By their rules. */
  readonly byRules: readonly Rule[];
  /** Those, and what auto mode would allow. */
  readonly allows: readonly Rule[];
  /** The command that shows all of them: `perms list` doesn't show those of auto mode. */
  readonly allowsShownBy: string;
  /** The start modes they set that are looser than this user's own. */
  readonly modes: readonly Sourced<PermissionMode>[];
};

export async function projectLoosens(
  locations: Locations,
  loaded: Pick<LoadedRules, 'files'>,
): Promise<ProjectLoosens> {
  const byRules = allowedByProject(loaded);
  const inAutoMode = await allowedInAutoMode(locations);
  const shown = [...(byRules.length === 0 ? [] : ['`caliban perms list`']), ...filesOf(inAutoMode)];
  return {
    byRules,
    allows: [...byRules, ...inAutoMode],
    allowsShownBy: shown.join(' and '),
    modes: modesByProject(loaded),
  };
}

/** Files that don't load are refused when auto mode is composed. */
async function allowedInAutoMode(locations: Locations): Promise<readonly Rule[]> {
  const { files } = await readAutoModeFiles(locations);
  const entries = files.ok
    ? files.value.flatMap(({ layer, lists }) => (layer === 'project' ? (lists.allow ?? []) : []))
    : [];
  return entries.flatMap((entry): readonly Rule[] =>
    entry.kind === 'pattern'
      ? [{ pattern: entry.pattern, action: 'allow', source: entry.source, comment: 'in auto mode' }]
      : [],
  );
}

function filesOf(rules: readonly Rule[]): readonly string[] {
  return [...new Set(rules.flatMap(({ source }) => source.file ?? []))].map(visible);
}
