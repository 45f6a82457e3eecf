import { type Backend, hostVerdict, presentSecrets } from '@caliban/agent/sandbox';
import type { AbsolutePath } from '@caliban/calls';
import type { Layer, Rule } from '@caliban/gate';
import { type Confinement, type ConfinementContext, confinement } from '@caliban/gate/confinement';
import {
  formatNotice,
  type Locations,
  readSettings,
  type SandboxMode,
  type SecretSetting,
  type Sourced,
} from '@caliban/storage';
import { ConfigurationError } from '../command-line/problems.ts';
import { backendsFor, confinementContext } from '../compose/sandbox.ts';
import type { Terminal } from '../process/terminal.ts';
import { maskedSecrets } from './masked-secrets.ts';

/** The effect of the rules on this machine. */
export type SandboxFacts = {
  /** Undefined: no file sets it, so it is off. */
  readonly mode: Sourced<SandboxMode> | undefined;
  readonly context: ConfinementContext;
  readonly profile: Confinement;
  readonly backends: readonly BackendFacts[];
  readonly secrets: readonly SecretFacts[];
};

/** What programs see a placeholder of. */
export type SecretFacts = {
  /** `$NAME`, or the file as it is written. */
  readonly what: string;
  readonly hosts: readonly string[];
  /** Null: it is masked. Otherwise why there is nothing to mask, or why no host gets it. */
  readonly problem: string | null;
  readonly file: string;
  readonly line: number;
};

export type BackendFacts = {
  readonly name: Backend['name'];
  /** Null: it works, as a test run has shown. */
  readonly problem: string | null;
  /** The parts of these rules it can't enforce. */
  readonly lack: string | null;
};

export type SandboxRules = { readonly rules: readonly Rule[]; readonly enforcedLayers: readonly Layer[] };

export async function sandboxFacts(
  { rules, enforcedLayers }: SandboxRules,
  locations: Locations,
  { home, env }: Pick<Terminal, 'home' | 'env'>,
  added: readonly AbsolutePath[] = [],
): Promise<SandboxFacts> {
  // A project's file can only tighten, so it applies whether the project is trusted or not.
  const { settings } = await readSettings(locations, { projectIsTrusted: false });
  if (!settings.ok) throw new ConfigurationError(settings.error.map(formatNotice));
  const context = confinementContext({ settings: { enforcedLayers }, locations, home, added: () => added });
  const profile = confinement(rules, context);
  const secrets = settings.value.sandbox.secrets ?? [];
  const masked = maskedSecrets(secrets, home);
  const [first, ...others] = backendsFor(context, { judgeUrl: () => null, secrets: masked });
  const backends = first === undefined ? [] : [await backendFacts(first, profile)];
  // The others start more slowly and are tested only if they would be used.
  if (!backends.some(isEnough)) for (const other of others) backends.push(await backendFacts(other, profile));
  const facts = secrets.map((secret) => secretFacts(secret, { home, env, profile }));
  return { mode: settings.value.sandbox.mode, context, profile, backends, secrets: facts };
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

type SecretPlace = Pick<Terminal, 'home' | 'env'> & { readonly profile: Confinement };

function secretFacts({ value, file, line }: Sourced<SecretSetting>, { home, env, profile }: SecretPlace): SecretFacts {
  const what = secretName(value);
  const secret = maskedSecrets([{ value, layer: 'user', file, line }], home);
  const facts = { what, hosts: value.hosts, file, line };
  if (presentSecrets(secret, env).length === 0)
    return {
      ...facts,
      problem: value.env === undefined ? 'there is no such file, and directories are not masked' : 'it is not set',
    };
  const closed = closedHosts(value.hosts, profile);
  const problem = closed.length === 0 ? null : `the rules close ${closed.join(', ')}, so nothing is sent there`;
  return { ...facts, problem };
}

export function secretName({ env, file = '' }: SecretSetting): string {
  return env === undefined ? file : `$${env}`;
}

export function closedHosts(hosts: readonly string[], profile: Confinement): readonly string[] {
  return hosts.filter((host) => isClosed(host, profile));
}

/** What covers many hosts may be closed in part; the rules say which. */
function isClosed(host: string, profile: Confinement): boolean {
  if (profile.network === 'all') return false;
  if (profile.network === 'none') return true;
  return !host.startsWith('*.') && hostVerdict(profile, { host, port: 443 }).outcome === 'closed';
}
