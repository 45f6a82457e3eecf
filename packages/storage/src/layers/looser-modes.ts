import type { Layer, PermissionMode } from '@caliban/gate';
import { MODE_TRAITS, PERMISSION_MODES } from '@caliban/gate/types';
import type { RuleFile, Sourced } from '../rules/rule-file.ts';

/** The start modes that a project's files set and that are looser than the operator's own. */
export function looserModes(files: readonly RuleFile[]): readonly Sourced<PermissionMode>[] {
  const said = files.flatMap(({ settings: { defaultMode } }) => (defaultMode === undefined ? [] : [defaultMode]));
  // A managed setting overrides all others.
  if (said.some(({ layer }) => layer === 'managed')) return [];
  // Within a directory the later file wins.
  const own = said.findLast(({ layer }) => layer === 'user')?.value ?? 'default';
  return said.filter(({ layer, value }) => isOfProject(layer) && isMild(value) && isLooserMode(value, own));
}

/** Whether a session in `mode` asks less than one in `than`. */
export function isLooserMode(mode: PermissionMode, than: PermissionMode): boolean {
  return MODE_TRAITS[mode].looseness > MODE_TRAITS[than].looseness;
}

/** Whether a project may set this mode; it is refused all others anyway. */
export function isMild(mode: PermissionMode): boolean {
  return MODE_TRAITS[mode].isMild;
}

export const MILD_MODES: readonly PermissionMode[] = PERMISSION_MODES.filter(isMild);

/** Layers whose files may come with a repository. */
export function isOfProject(layer: Layer): boolean {
  return layer === 'local' || layer === 'project';
}
