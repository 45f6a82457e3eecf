import type { Layer } from '@caliban/gate';

/** Files that a repository can bring along. */
export function isOfProject(layer: Layer): boolean {
  return layer === 'local' || layer === 'project';
}
