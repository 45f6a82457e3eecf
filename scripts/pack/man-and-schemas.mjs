import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { root } from '../prepare.mjs';

/** What the built program prints of itself, as files of its package. */
export function writeManAndSchemas() {
  const dist = `${root}packages/cli/dist/`;
  const printed = (...words) => execFileSync(process.execPath, [`${dist}bundle/caliban.cjs`, ...words]);
  mkdirSync(`${dist}man`, { recursive: true });
  mkdirSync(`${dist}schemas`, { recursive: true });
  writeFileSync(`${dist}man/caliban.1`, printed('man'));
  for (const name of ['permissions', 'settings'])
    writeFileSync(`${dist}schemas/${name}.schema.json`, printed('schema', name));
}
