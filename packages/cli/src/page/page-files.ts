import { readFileSync } from 'node:fs';
import type { PublicFile } from '@caliban/inbox';

/** Put beside the program by `scripts/bundle.mjs`. They contain no user data: that requires the token. */
const FILES = [
  ['/', 'page.html', 'text/html; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/icon.svg', 'page-icon.svg', 'image/svg+xml'],
] as const;

/** Empty if the program wasn't bundled: then there is no page. */
export function pageFiles({ ofHub }: { readonly ofHub: boolean }): ReadonlyMap<string, PublicFile> {
  const files = new Map<string, PublicFile>();
  for (const [path, name, type] of FILES) {
    try {
      files.set(path, { type, body: readFileSync(new URL(`./${name}`, import.meta.url), 'utf8') });
    } catch {
      return new Map();
    }
  }
  const shell = files.get('/');
  if (ofHub && shell !== undefined) {
    const body = shell.body.replace('<html lang="en">', '<html lang="en" data-server="hub">');
    files.set('/', { ...shell, body });
  }
  return files;
}
