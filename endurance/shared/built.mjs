import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGES = new URL('../../packages/', import.meta.url);

/** The program as it was built, or another one. */
export const PROGRAM = process.env.CALIBAN_TEST_PROGRAM ?? fileURLToPath(new URL('cli/dist/main.js', PACKAGES));

/** The program as it is shipped, or another one. */
export const BUNDLE =
  process.env.CALIBAN_TEST_PROGRAM ?? fileURLToPath(new URL('cli/dist/bundle/caliban.cjs', PACKAGES));

/** A module of a built package, by its path under `src`. */
export function importBuilt(name, module) {
  return import(new URL(`${name}/dist/${module}.js`, PACKAGES).href);
}

export function refuseUnbuilt() {
  if (existsSync(PROGRAM) && existsSync(BUNDLE)) return;
  console.error('nothing is built here; run `npm run build` first');
  process.exit(64);
}
