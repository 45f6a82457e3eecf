import { join } from 'node:path';
import type { ServerFiles } from '@caliban/inbox';

/** The file that leads a browser to the page. It holds the key of a start, and goes with it. */
export function opensPage({ directory }: Pick<ServerFiles, 'directory'>): string {
  return join(directory, 'open.html');
}
