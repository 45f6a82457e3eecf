import type { AbsolutePath } from '@caliban/calls';

/** The part of a path below a directory; empty for the directory itself, null if the path isn't inside it. */
export function below(path: string, directory: AbsolutePath): string | null {
  if (path === directory) return '';
  const prefix = directory === '/' ? '/' : `${directory}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}

/** Shortened to `~/…` in the home directory, for readability. */
export function spelledPath(path: string, home: AbsolutePath): string {
  const inHome = below(path, home);
  return inHome === null ? path : inHome === '' ? '~' : `~/${inHome}`;
}
