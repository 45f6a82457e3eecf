import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorText } from '@caliban/storage/files';

/** Why the decision log could not be written; null when it could. Nothing is made to find out. */
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

/** The file itself, or what is there of the directories above it. */
function nearest(file: string): { readonly place: string; readonly found: Stats } {
  for (let place = file; ; place = dirname(place)) {
    const found = statSync(place, { throwIfNoEntry: false });
    if (found !== undefined) return { place, found };
  }
}
