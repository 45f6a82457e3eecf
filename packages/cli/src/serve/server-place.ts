import { type ServerFiles, serverFiles } from '@caliban/inbox';
import { type Settings as FileSettings, formatNotice, type Locations, readSettings } from '@caliban/storage';
import { ConfigurationError } from '../command-line/problems.ts';
import { locationsAt } from '../paths/locations-at.ts';
import type { Terminal } from '../process/terminal.ts';

/** Where this user's server stores the files for its clients, independent of the project. */
export function serverPlace(terminal: Pick<Terminal, 'env' | 'home'>): ServerPlace {
  const { env, home } = terminal;
  const { stateDirectory, layers } = locationsAt({ workspace: home }, { env, home, cwd: home });
  const own = layers.filter(({ layer }) => layer === 'managed' || layer === 'user');
  return { files: serverFiles(stateDirectory), layers: own, stateDirectory };
}

export type ServerPlace = Pick<Locations, 'layers' | 'stateDirectory'> & { readonly files: ServerFiles };

/** The administrator's and the user's settings for the server, the inbox and notifications. */
export async function serverSettings({
  layers,
}: Pick<ServerPlace, 'layers'>): Promise<Pick<FileSettings, 'serve' | 'inbox' | 'notify'>> {
  const { settings } = await readSettings({ layers }, { projectIsTrusted: false });
  if (!settings.ok) throw new ConfigurationError(settings.error.map(formatNotice));
  return settings.value;
}
