import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorText } from '@caliban/storage/files';

/** Why the decision log couldn't be written; null if it could. Creates nothing. */
export function logProblem(file: string): string | null {
  try {
    const { place, found } = nearest(file);
    if (place === file && found.isDirectory()) return systemErrorText({ code: 'EISDIR' });
    if (place !== file && !found.isDirectory()) return systemErrorText({ code: 'ENOTDIR' });
    accessSync(place, constants.W_OK);
    return null;
  } catch (error) {
    return systemErrorText(error);
  }
}

/** The file itself, or its nearest existing parent directory. */
function nearest(file: string): { readonly place: string; readonly found: Stats } {
  for (let place = file; ; place = dirname(place)) {
    const found = statSync(place, { throwIfNoEntry: false });
    if (found !== undefined) return { place, found };
  }
}
