import { widthOf } from './width.ts';

/** The end of a path is more important than its beginning: leading folders are replaced by `…`. Takes safe text. */
export function shortPath(path: string, columns: number): string {
  if (widthOf(path) <= columns) return path;
  const folders = path.split('/');
  for (let from = 1; from < folders.length; from += 1) {
    const short = `…/${folders.slice(from).join('/')}`;
    if (widthOf(short) <= columns) return short;
  }
  return folders.at(-1) ?? path;
}
