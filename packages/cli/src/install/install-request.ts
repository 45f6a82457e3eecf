import { HOST_NAMES, type HostName } from '@caliban/adapters/internal/hosts/host-adapter';
import { type HostSetup, INSTALL_SCOPES, type InstallScope } from '@caliban/adapters/internal/install/host-setup';
import { HOST_SETUPS } from '@caliban/adapters/internal/install/host-setups';
import { MANAGED_SETUPS } from '@caliban/adapters/internal/install/managed-setups';
import { didYouMean } from '@caliban/gate/internal/text/did-you-mean';
import { visible } from '@caliban/gate/internal/text/visible';
import type { Locations } from '@caliban/storage/internal/locations';
import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';
import { locationsAt } from '../places/locations-at.ts';
import { refuseMissingWorkspace } from '../places/refuse-missing-workspace.ts';
import type { Terminal } from '../process/terminal.ts';

/** What they need of the outside world. */
export type InstallTerminal = Pick<Terminal, 'out' | 'err' | 'cwd' | 'env' | 'home' | 'colours'>;

/** The same where questions may be asked. */
export type ConversationTerminal = InstallTerminal & Pick<Terminal, 'input' | 'isInteractive' | 'columns'>;

/** What `install` and `uninstall` are told. */
export type InstallRequest = {
  readonly host: HostName;
  readonly setup: HostSetup;
  readonly scope: InstallScope;
  readonly locations: Locations;
  readonly isDryRun: boolean;
  readonly json: boolean;
  /** Hooks for events after a call are written too. */
  readonly recordsAnswers: boolean;
};

export function installRequest(args: Args, terminal: InstallTerminal, chosen?: string): InstallRequest {
  const [written = chosen, surplus] = args.operands;
  if (surplus !== undefined)
    throw new UsageError(`\`${visible(surplus)}\` is one argument too many; one host at a time`);
  const host = readHost(written);
  const scope = readScope(args.text('scope') ?? 'user');
  refuseMissingWorkspace(args.text('workspace'), terminal);
  return {
    host,
    setup: scope === 'managed' ? managedSetup(host) : HOST_SETUPS[host],
    scope,
    locations: locationsAt({ workspace: args.text('workspace') }, terminal),
    isDryRun: args.isSet('dry-run'),
    json: args.isSet('json'),
    recordsAnswers: !args.isSet('no-answers'),
  };
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

function managedSetup(host: HostName): HostSetup {
  const setup = MANAGED_SETUPS[host];
  if (setup !== undefined) return setup;
  const able = Object.keys(MANAGED_SETUPS).join(' and ');
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
