import { existsSync } from 'node:fs';
import {
  type LoadedRules,
  type Locations,
  type PermissionSettings,
  type ProjectRules,
  projectTrustLevel,
  type TrustLevelOptions,
} from '@caliban/storage';
import { isOfProject } from '@caliban/storage/rules';
import type { Unaccepted } from '@caliban/storage/trust';

/** Project rules that hooks, the MCP proxy and similar processes leave out. Null: none, or this user has answered. */
export async function unacceptedOf(
  locations: Locations,
  loaded: Pick<LoadedRules, 'files' | 'policy'>,
  answer: ProjectRules | undefined,
): Promise<Unaccepted | null> {
  const onlyTightens = loaded.policy.ok && loaded.policy.value.settings.projectRules?.value === 'tighten-only';
  // Most projects have no such files, and then nothing more is loaded.
  if (answer !== undefined || onlyTightens || !hasProjectFiles(locations, loaded)) return null;
  const { projectLoosens } = await import('./project-requests.ts');
  const { allows, modes } = await projectLoosens(locations, loaded);
  const count = allows.length + modes.length;
  if (count === 0) return null;
  const { contentNow } = await import('./recorded-trust.ts');
  return { count, ...contentNow(locations) };
}

/** One sentence for this user, read directly or passed on by an agent. */
export function unacceptedText({ count, isChanged }: Pick<Unaccepted, 'count' | 'isChanged'>): string {
  const things = count === 1 ? 'one thing' : `${count} things`;
  const why = isChanged ? 'its files have changed since you accepted them' : 'you have not accepted them';
  return `this project's own rules allow ${things}, which hooks and proxies do not apply because ${why}; \`caliban trust\` shows and accepts them`;
}

/**
 * Whether an allow rule added to a project's file would be left out. The first allow of a project is this user's own and so is
 * accepted (`keepTrust`).
 */
export function onlyTightens(
  permissions: PermissionSettings,
  {
    answer,
    unaccepted,
    unanswered,
  }: Required<TrustLevelOptions> & {
    readonly answer: ProjectRules | undefined;
    readonly unaccepted: Unaccepted | null;
  },
): boolean {
  const options = { unanswered: unaccepted === null ? 'use' : unanswered } as const;
  return projectTrustLevel(permissions, answer ?? null, options).rules === 'tighten-only';
}

function hasProjectFiles({ layers }: Locations, { files }: Pick<LoadedRules, 'files'>): boolean {
  return (
    files.some(({ state, layer }) => state === 'loaded' && isOfProject(layer)) ||
    layers.some(({ layer, directory }) => layer === 'project' && existsSync(`${directory}/auto-mode.toml`))
  );
}
