import type { Backend } from '@caliban/agent/sandbox';
import type { AbsolutePath, Layer, Rule } from '@caliban/gate';
import { type Confinement, type ConfinementContext, confinement } from '@caliban/gate/confinement';
import { formatNotice, type Locations, readSettings, type SandboxMode, type Sourced } from '@caliban/storage';
import { ConfigurationError } from '../command-line/problems.ts';
import { backendsFor, confinementContext } from '../compose/sandbox.ts';
import type { Terminal } from '../process/terminal.ts';

/** What the rules make of this machine. */
export type SandboxFacts = {
  /** Undefined: no file says anything, so it is off. */
  readonly mode: Sourced<SandboxMode> | undefined;
  readonly context: ConfinementContext;
  readonly profile: Confinement;
  readonly backends: readonly BackendFacts[];
};

export type BackendFacts = {
  readonly name: Backend['name'];
  /** Null: it works, tried for real. */
  readonly problem: string | null;
  /** What it can't do for these rules. */
  readonly lack: string | null;
};

export type SandboxRules = { readonly rules: readonly Rule[]; readonly enforcedLayers: readonly Layer[] };

export async function sandboxFacts(
  { rules, enforcedLayers }: SandboxRules,
  locations: Locations,
  { home }: Pick<Terminal, 'home'>,
  added: readonly AbsolutePath[] = [],
): Promise<SandboxFacts> {
  // A project's file can only tighten, so that it is heard whether it is trusted or not.
  const { settings } = await readSettings(locations, { projectIsTrusted: false });
  if (!settings.ok) throw new ConfigurationError(settings.error.map(formatNotice));
  const context = confinementContext({ settings: { enforcedLayers }, locations, home, added: () => added });
  const profile = confinement(rules, context);
  const [first, ...others] = backendsFor(context, () => null);
  const backends = first === undefined ? [] : [await backendFacts(first, profile)];
  // The others take longer to start, and are only started where they would be used.
  if (!backends.some(isEnough)) for (const other of others) backends.push(await backendFacts(other, profile));
  return { mode: settings.value.sandbox.mode, context, profile, backends };
}

function isEnough({ problem, lack }: BackendFacts): boolean {
  return problem === null && lack === null;
}

async function backendFacts(backend: Backend, profile: Confinement): Promise<BackendFacts> {
  const opened = await backend.open();
  if (!opened.ok) return { name: backend.name, problem: opened.error, lack: null };
  const lack = opened.value.lacks(profile);
  await opened.value.close();
  return { name: backend.name, problem: null, lack: lack?.what ?? null };
}
