import { readFileSync } from 'node:fs';

/** Both are put in by the bundler. */
declare const CALIBAN_VERSION: string | undefined;
declare const CALIBAN_BUILD: string | undefined;

export function version(): string {
  return typeof CALIBAN_VERSION === 'string' ? CALIBAN_VERSION : manifestVersion();
}

/** Tells two builds of one version apart: what one has compiled, another does not trust. */
export function build(): string {
  return typeof CALIBAN_BUILD === 'string' ? CALIBAN_BUILD : manifestVersion();
}

function manifestVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return (manifest as { version: string }).version;
}
