import type { Terminal } from '../process/terminal.ts';

export type Here = Pick<Terminal, 'cwd' | 'home'>;

/** Relative to the working directory or home, if that is shorter. */
export function shortPath(path: string, { cwd, home }: Here): string {
  if (path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  const inHome = path.startsWith(`${home}/`) ? path.slice(home.length) : '';
  return /^[\w./-]+$/.test(inHome) ? `~${inHome}` : path;
}
