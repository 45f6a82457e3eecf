import type { PermissionMode } from '@caliban/gate';
import { isOfProject } from './of-project.ts';
import type { RuleFile, Sourced } from './rule-file.ts';

/** Where a project's files would have a session start, as far as that is looser than what the operator's own files say. */
export function looserModes(files: readonly RuleFile[]): readonly Sourced<PermissionMode>[] {
  const said = files.flatMap(({ settings: { defaultMode } }) => (defaultMode === undefined ? [] : [defaultMode]));
  // Nobody comes before an administrator.
  if (said.some(({ layer }) => layer === 'managed')) return [];
  // Inside one directory the later file has the say.
  const own = said.findLast(({ layer }) => layer === 'user')?.value ?? 'default';
  return said.filter(({ layer, value }) => isOfProject(layer) && isMild(value) && LOOSENESS[value] > LOOSENESS[own]);
}

/** Whether a session that starts in `mode` is asked about less than one in `than`. */
export function isLooserMode(mode: PermissionMode, than: PermissionMode): boolean {
  return LOOSENESS[mode] > LOOSENESS[than];
}

/** Of auto mode and acceptEdits neither is stricter in everything; edits that nobody looks at are to be told of. */
const LOOSENESS: Readonly<Record<PermissionMode, number>> = {
  plan: 0,
  default: 1,
  auto: 2,
  acceptEdits: 3,
  dontAsk: 4,
  bypassPermissions: 5,
};

/** The others are refused to a project anyway. */
export function isMild(mode: PermissionMode): boolean {
  return MILD_MODES.includes(mode);
}

export const MILD_MODES: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan'];
