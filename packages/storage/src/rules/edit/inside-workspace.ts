import { basename, dirname, join, sep } from 'node:path';
import { followLinks } from '../../files/follow-links.ts';
import type { LayerFiles } from '../../layers/locations.ts';

/**
 * Where the rules of a project end up, if a link in it leads out of its workspace; else null. What comes with a repository does not
 * choose which of the operator's files are written.
 */
export function outsideWorkspace({ layer, directory, permissions }: LayerFiles): string | null {
  if (layer !== 'project' && layer !== 'local') return null;
  const workspace = followLinks(dirname(directory));
  const file = followLinks(join(followLinks(directory), basename(permissions)));
  return file.startsWith(workspace === sep ? sep : workspace + sep) ? null : file;
}
