import { existsSync, readdirSync, rmSync } from 'node:fs';
import { root } from '../prepare.mjs';

/** The compiler leaves what it once made of a file that is gone. */
export function removeLeftovers() {
  for (const file of leftovers()) rmSync(file);
}

export function leftovers() {
  return readdirSync(`${root}packages`).flatMap((name) => leftoversOf(`${root}packages/${name}/`));
}

function leftoversOf(directory) {
  if (!existsSync(`${directory}dist`)) return [];
  return readdirSync(`${directory}dist`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPILED.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((file) => !file.startsWith(`${directory}dist/bundle`) && !hasSource(directory, file));
}

const COMPILED = /(\.d\.ts|\.js)(\.map)?$/;

function hasSource(directory, file) {
  const stem = file.slice(`${directory}dist/`.length).replace(COMPILED, '');
  const sources = stem.startsWith(BROWSER) ? `page/src/${stem.slice(BROWSER.length)}` : `src/${stem}`;
  return ['.ts', '.tsx'].some((suffix) => existsSync(`${directory}${sources}${suffix}`));
}

/** What the page of the program is compiled to. */
const BROWSER = 'browser/';
