import type { AbsolutePath } from '@caliban/calls';

/** The part below a directory; null for what is not in it. The directory itself is empty text. */
export function below(path: string, directory: AbsolutePath): string | null {
  if (path === directory) return '';
  const prefix = directory === '/' ? '/' : `${directory}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}

/** `~/…` in the home directory, so that the text can be read. */
export function spelledPath(path: string, home: AbsolutePath): string {
  const inHome = below(path, home);
  return inHome === null ? path : inHome === '' ? '~' : `~/${inHome}`;
}
