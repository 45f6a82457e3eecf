import { basename, dirname, join, sep } from 'node:path';
import { followLinks } from '../../files/follow-links.ts';
import type { LayerFiles } from '../../layers/locations.ts';

/**
 * Where writing the project's rules would end up, if a symlink leads out of the workspace; else null. A repository must not
 * choose which of the operator's files are written.
 */
export function outsideWorkspace({ layer, directory, permissions }: LayerFiles): string | null {
  if (layer !== 'project' && layer !== 'local') return null;
  const workspace = followLinks(dirname(directory));
  const file = followLinks(join(followLinks(directory), basename(permissions)));
  return file.startsWith(workspace === sep ? sep : workspace + sep) ? null : file;
}
