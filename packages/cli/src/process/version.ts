import { readFileSync } from 'node:fs';

/** Both are inserted by the bundler. */
declare const CALIBAN_VERSION: string | undefined;
declare const CALIBAN_BUILD: string | undefined;

export function version(): string {
  return typeof CALIBAN_VERSION === 'string' ? CALIBAN_VERSION : manifestVersion();
}

/** Identifies a build of a version: one build doesn't trust what another has compiled. */
export function build(): string {
  return typeof CALIBAN_BUILD === 'string' ? CALIBAN_BUILD : manifestVersion();
}

function manifestVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return (manifest as { version: string }).version;
}
