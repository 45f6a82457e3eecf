import { join } from 'node:path';
import type { ServerFiles } from '@caliban/inbox';

/** The file that redirects a browser to the page. It contains the key of this start and is removed at its end. */
export function opensPage({ directory }: Pick<ServerFiles, 'directory'>): string {
  return join(directory, 'open.html');
}
