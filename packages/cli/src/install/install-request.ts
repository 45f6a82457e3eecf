import { HOST_NAMES, HOSTS, type HostName } from '@caliban/adapters';
import { type HookProgram, type HostSetup, INSTALL_SCOPES, type InstallScope } from '@caliban/adapters/hosts';
import { didYouMean, visible } from '@caliban/calls/text';
import type { Locations } from '@caliban/storage';
import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';
import { locationsAt } from '../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../paths/refuse-missing-workspace.ts';
import type { Terminal } from '../process/terminal.ts';
import { hookClientFile } from '../serve/hook-client-file.ts';
import { serverPlace, serverSettings } from '../serve/server-place.ts';
import { hookProgram } from './hook-program.ts';

/** The parts of a terminal that they need. */
export type InstallTerminal = Pick<Terminal, 'out' | 'err' | 'cwd' | 'env' | 'home' | 'colours'>;

/** The same with questions to the user. */
export type ConversationTerminal = InstallTerminal & Pick<Terminal, 'input' | 'isInteractive' | 'columns'>;

/** The arguments of `install` and `uninstall`. */
export type InstallRequest = {
  readonly host: HostName;
  readonly setup: HostSetup;
  readonly scope: InstallScope;
  readonly locations: Locations;
  readonly isDryRun: boolean;
  readonly json: boolean;
  /** The command that the host is to start. */
  readonly program: HookProgram;
};

export async function installRequest(args: Args, terminal: InstallTerminal, chosen?: string): Promise<InstallRequest> {
  const [written = chosen, surplus] = args.operands;
  if (surplus !== undefined)
    throw new UsageError(`\`${visible(surplus)}\` is one argument too many; one host at a time`);
  const host = readHost(written);
  const scope = readScope(args.text('scope') ?? 'user');
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  return {
    host,
    setup: await (scope === 'managed' ? managedSetup(host) : HOSTS[host].loadSetup()),
    scope,
    locations,
    isDryRun: args.isSet('dry-run'),
    json: args.isSet('json'),
    program: await programOf({ args, host, scope, locations }, terminal),
  };
}

type Wanted = { readonly args: Args } & Pick<InstallRequest, 'host' | 'scope' | 'locations'>;

async function programOf({ args, host, scope, locations }: Wanted, terminal: InstallTerminal): Promise<HookProgram> {
  const client = args.isSet('warm') ? clientFor({ host, scope, locations }) : undefined;
  return {
    ...hookProgram(scope),
    ...(await waitOf(scope, terminal)),
    ...(client === undefined ? {} : { client }),
    ...(args.isSet('no-answers') ? { recordsAnswers: false } : {}),
  };
}

/** The user's own settings say how long a question may wait; a project's hook line is shared with others. */
export async function waitOf(
  scope: InstallScope,
  terminal: Pick<Terminal, 'env' | 'home'>,
): Promise<Pick<HookProgram, 'waitSeconds'>> {
  if (scope !== 'user') return {};
  const { inbox } = await serverSettings(serverPlace(terminal));
  return inbox.waitSeconds === undefined ? {} : { waitSeconds: inbox.waitSeconds.value };
}

function clientFor({ host, scope, locations }: Omit<Wanted, 'args'>): string {
  if (scope !== 'user') throw new UsageError('--warm is for your own configuration; leave --scope out');
  if (HOSTS[host].hasPlugin === true)
    throw new UsageError(`--warm does nothing for ${host}: its plugin starts the hook itself`);
  if (process.platform === 'win32') throw new UsageError('--warm needs bash, which Windows does not have');
  return hookClientFile(locations.stateDirectory);
}

function readHost(written: string | undefined): HostName {
  const host = HOST_NAMES.find((name) => name === written);
  if (host !== undefined) return host;
  const names = HOST_NAMES.join(', ');
  if (written === undefined) throw new UsageError(`say for which agent: ${names}`);
  throw new UsageError(
    `there is no host \`${visible(written)}\`${didYouMean(written, HOST_NAMES)}; it is one of ${names}`,
  );
}

function managedSetup(host: HostName): Promise<HostSetup> {
  const { loadManagedSetup } = HOSTS[host];
  if (loadManagedSetup !== undefined) return loadManagedSetup();
  const able = HOST_NAMES.filter((name) => HOSTS[name].loadManagedSetup !== undefined).join(' and ');
  throw new UsageError(
    `${host} has no machine-wide file that users cannot override; --scope managed works for ${able}`,
  );
}

const SCOPES: readonly InstallScope[] = [...INSTALL_SCOPES, 'managed'];

function readScope(written: string): InstallScope {
  const scope = SCOPES.find((name) => name === written);
  if (scope !== undefined) return scope;
  throw new UsageError(`there is no scope \`${visible(written)}\` here; it is ${SCOPES.join(', ')}`);
}
