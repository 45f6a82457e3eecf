import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { writeAtomically } from '@caliban/storage/files';
import type { Terminal } from '../process/terminal.ts';

const MAX_OPEN_MS = 5_000;

/**
 * The browser is given `file`, which only this user may read and which leads to the page: on a command line everyone on this machine could read the key.
 * False: there is no browser that could be started from here.
 */
export async function openInBrowser(url: string, file: string, { env }: Terminal): Promise<boolean> {
  const opener = openerFor(env);
  if (opener === null) return false;
  rmSync(file, { force: true });
  writeAtomically(
    file,
    `<!doctype html><meta charset="utf-8"><title>caliban</title><script>location.replace(${JSON.stringify(url)})</script>\n`,
    { mode: 0o600 },
  );
  const [program = '', ...words] = opener;
  return new Promise((resolve) => {
    const child = spawn(program, [...words, file], { detached: true, stdio: 'ignore' });
    const patience = setTimeout(() => resolve(true), MAX_OPEN_MS);
    const settle = (isOpened: boolean) => {
      clearTimeout(patience);
      resolve(isOpened);
    };
    child.on('error', () => settle(false));
    child.on('exit', (code) => settle(code === 0));
    child.unref();
  });
}

function openerFor(env: Terminal['env']): readonly string[] | null {
  switch (process.platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['explorer.exe'];
    default:
      // Over SSH and in a console there is nothing to open.
      return env.DISPLAY === undefined && env.WAYLAND_DISPLAY === undefined ? null : ['xdg-open'];
  }
}

export function openedText(url: string, isOpened: boolean): string {
  return isOpened ? `The page opens in your browser. If it does not: ${url}\n` : `${url}\n`;
}
