import { readdir } from 'node:fs/promises';
import { statsAt } from './entry.ts';
import { ImpossibleError } from './impossible.ts';

/** A root as it is, as it looks after the command, and what the command touched in it. */
export type OverlayView = { readonly lower: string; readonly merged: string; readonly upper: string };

/** More than anyone reads, or a journal should keep. */
const MAX_PATHS = 5_000;

/**
 * Paths below a root that may differ, each directory before its contents. The marks of the overlay file system (whiteouts, opaque
 * directories) are ignored: the command's own view decides.
 */
export async function touchedPaths(view: OverlayView): Promise<readonly string[]> {
  const touched: string[] = [];
  await walkTouched('');
  return touched;

  async function walkTouched(at: string): Promise<void> {
    const [upper, merged, lower] = await Promise.all(
      [view.upper, view.merged, view.lower].map((root) => namesIn(`${root}/${at}`)),
    );
    const gone = [...(lower ?? [])].filter((name) => merged?.has(name) !== true);
    for (const name of new Set([...(upper ?? []), ...gone])) {
      const path = at === '' ? name : `${at}/${name}`;
      const [after, before] = await Promise.all([statsAt(`${view.merged}/${path}`), statsAt(`${view.lower}/${path}`)]);
      if (after === null && before === null) continue;
      add(path);
      const [wasDirectory, isDirectory] = [before?.isDirectory() === true, after?.isDirectory() === true];
      if (wasDirectory && isDirectory) await walkTouched(path);
      else if (wasDirectory) await addAll(view.lower, path);
      else if (isDirectory) await addAll(view.merged, path);
    }
  }

  async function addAll(root: string, at: string): Promise<void> {
    for (const name of (await namesIn(`${root}/${at}`)) ?? []) {
      const path = `${at}/${name}`;
      add(path);
      if ((await statsAt(`${root}/${path}`))?.isDirectory() === true) await addAll(root, path);
    }
  }

  function add(path: string): void {
    if (touched.length >= MAX_PATHS) throw new ImpossibleError('it changes too many files');
    touched.push(path);
  }
}

/** Null if it isn't a directory. */
async function namesIn(directory: string): Promise<ReadonlySet<string> | null> {
  try {
    const names = await readdir(directory, { encoding: 'buffer' });
    return new Set(names.map(nameOf));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'EACCES') throw new ImpossibleError('it changes a directory that can’t be read');
    throw error;
  }
}

function nameOf(bytes: Buffer): string {
  const name = bytes.toString('utf8');
  if (!Buffer.from(name).equals(bytes)) throw new ImpossibleError('it changes files whose names are not UTF-8');
  return name;
}
