import { HOST_NAMES, HOSTS, type HostName } from '@caliban/adapters';
import type { CompiledSandbox, HostSandbox, SandboxScope } from '@caliban/adapters/hosts';
import { absolutePath } from '@caliban/calls';
import type { Layer, Rule } from '@caliban/gate';
import { confinedGlobs, confinement } from '@caliban/gate/confinement';
import { formatNotice, type Locations, loadRules } from '@caliban/storage';
import { ConfigurationError, UsageError } from '../command-line/problems.ts';
import { confinementContext } from '../compose/sandbox.ts';
import { projectAnswer } from '../policy/project-answer.ts';

export type SandboxPlace = {
  readonly scope: SandboxScope;
  readonly locations: Locations;
  readonly home: string;
};

/** Layers that apply in every project. */
const EVERYWHERE: readonly Layer[] = ['managed', 'user'];

/** The rules in force, as another agent's sandbox. */
export async function compileSandbox(
  sandbox: HostSandbox,
  { scope, locations, home }: SandboxPlace,
): Promise<CompiledSandbox> {
  // A project's allows are left out until its files are accepted, as in its hook.
  const { policy } = await loadRules(locations, { projectAnswer: await projectAnswer(locations) });
  if (!policy.ok) throw new ConfigurationError(policy.error.map(formatNotice));
  const { enforcedLayers } = policy.value;
  const rules = policy.value.rules.filter((rule) => scope === 'project' || isEverywhere(rule));
  const context = confinementContext({ settings: { enforcedLayers }, locations, home });
  const { disk, workspace, temporary } = context;
  return sandbox.compile({
    profile: confinement(rules, context),
    globs: confinedGlobs(rules, context),
    workspace: disk.realPath(workspace),
    home: disk.realPath(absolutePath(home)),
    temporary: temporary.map(disk.realPath),
    scope,
  });
}

function isEverywhere({ source }: Rule): boolean {
  return EVERYWHERE.includes(source.layer);
}

export const HOSTS_WITH_SANDBOX: readonly HostName[] = HOST_NAMES.filter(
  (name) => HOSTS[name].loadSandbox !== undefined,
);

export async function sandboxOfHost(host: HostName): Promise<HostSandbox> {
  const { loadSandbox, title } = HOSTS[host];
  if (loadSandbox !== undefined) return loadSandbox();
  throw new UsageError(
    `${title} has no sandbox that takes rules path by path; --sandbox works for ${HOSTS_WITH_SANDBOX.join(' and ')}`,
  );
}
