import { isAbsolute, join } from 'node:path';
import type { HostPlaces } from '../host.ts';
import type { InstallPlaces, InstallScope } from './host-setup.ts';

/** The home directory or the project. */
export function placeOf(scope: InstallScope, { home, workspace }: InstallPlaces): string {
  return scope === 'user' ? home : workspace;
}

/** The value of an environment variable; an empty one is treated as unset. */
export function variable({ env }: HostPlaces, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name];
}

/** `$XDG_CONFIG_HOME`, which has to be absolute. */
export function configHome(places: HostPlaces): string {
  const { XDG_CONFIG_HOME: xdg = '' } = places.env;
  return isAbsolute(xdg) ? xdg : join(places.home, '.config');
}

/** `CALIBAN_HOSTS_MANAGED_DIR` replaces the system's directories, for packages and tests. */
export function managedDirectory(places: HostPlaces, host: string): string | undefined {
  const directory = variable(places, 'CALIBAN_HOSTS_MANAGED_DIR');
  return directory === undefined ? undefined : join(directory, host);
}
