import { type AbsolutePath, absolutePath } from '@caliban/calls';
import type { Disk, DiskEntry, EntryKind } from '../../src/confinement/disk.ts';

/** A disk from the paths of its files; `a -> b` is a link, and a trailing slash an empty directory. */
export function memoryDisk(paths: readonly string[]): Disk & { readonly files: readonly AbsolutePath[] } {
  const entries = new Map<string, Exclude<EntryKind, 'missing'>>([['/', 'directory']]);
  const targets = new Map<string, AbsolutePath>();
  for (const written of paths) {
    const [path, target] = written.split(' -> ') as [string, string | undefined];
    const full = absolutePath(path.replace(/\/$/, ''));
    for (let at = full.lastIndexOf('/'); at > 0; at = full.lastIndexOf('/', at - 1))
      entries.set(full.slice(0, at), 'directory');
    entries.set(full, target !== undefined ? 'link' : path.endsWith('/') ? 'directory' : 'file');
    if (target !== undefined)
      targets.set(full, absolutePath(target, { base: absolutePath(full.slice(0, full.lastIndexOf('/')) || '/') }));
  }
  const realPath = (path: AbsolutePath, left = 20): AbsolutePath => {
    let real = '/' as AbsolutePath;
    const names = path.split('/').filter((name) => name !== '');
    for (const [at, name] of names.entries()) {
      real = absolutePath(name, { base: real });
      const target = targets.get(real);
      if (target !== undefined && left > 0) {
        return realPath(absolutePath(names.slice(at + 1).join('/'), { base: target }), left - 1);
      }
    }
    return real;
  };
  return {
    kindOf: (path) => entries.get(path) ?? 'missing',
    list: (directory) =>
      entries.get(directory) === 'directory'
        ? [...entries].flatMap(([path, kind]): DiskEntry[] => {
            const parent = path.slice(0, path.lastIndexOf('/')) || '/';
            return parent === directory && path !== '/' ? [{ name: path.slice(path.lastIndexOf('/') + 1), kind }] : [];
          })
        : null,
    realPath: (path) => realPath(path),
    files: [...entries].filter(([, kind]) => kind === 'file').map(([path]) => path as AbsolutePath),
  };
}
