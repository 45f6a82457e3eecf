import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../peers/package.json', import.meta.url));

/** A package from `bench/peers`. */
export async function importPeer(name) {
  return import(pathToFileURL(require.resolve(name)).href);
}

export function resolvePeer(name) {
  return require.resolve(name);
}
