import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { root } from '../prepare.mjs';

/** The program carries other people's code inside; their licences ask to be carried along. */
export function writeThirdParty() {
  writeFileSync(`${root}packages/cli/dist/THIRD-PARTY.txt`, thirdParty());
}

export function thirdParty() {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
  const notices = bundledPackages(packages).map((place) => notice(place, packages[place]));
  // One package may be installed in several places.
  return ['caliban contains the following packages, each under its own licence.\n', ...new Set(notices)].join(
    SEPARATOR,
  );
}

const SEPARATOR = `\n${'-'.repeat(80)}\n\n`;

/** Everything that our packages need, as places in node_modules. What stays outside the bundle is an optional dependency. */
function bundledPackages(packages) {
  const reached = new Set(Object.keys(packages).filter((place) => place.startsWith('packages/')));
  for (const place of reached) {
    const { dependencies = {}, devDependencies = {} } = packages[place];
    // The program installs none of what it is made of.
    const named = place === 'packages/cli' ? { ...dependencies, ...devDependencies } : dependencies;
    for (const name of Object.keys(named)) {
      const found = resolved(name, place, packages);
      if (found !== null) reached.add(found);
    }
  }
  return [...reached].filter((place) => place.startsWith('node_modules/')).sort();
}

/** As Node looks it up: the nearest node_modules has the say. A link leads to one of our own, which is there already. */
function resolved(name, from, packages) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const candidate = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
    if (candidate in packages) return packages[candidate].link ? null : candidate;
    if (place === '') return null;
  }
}

function notice(place, { version, license }) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return `${name} ${version} (${license})\n\n${licenceText(`${root}${place}/`)}`;
}

function licenceText(directory) {
  if (!existsSync(directory)) throw new Error(`${directory} is not installed; run npm ci`);
  const texts = readdirSync(directory)
    .filter((name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name))
    .map((name) => readFileSync(directory + name, 'utf8').trim());
  return texts.length > 0 ? `${texts.join('\n\n')}\n` : `${authorLine(directory)}\n`;
}

/** Some packages state their licence by its name alone. */
function authorLine(directory) {
  const { author } = JSON.parse(readFileSync(`${directory}package.json`, 'utf8'));
  const name = typeof author === 'object' ? author?.name : author;
  return name === undefined ? 'No further text is distributed with it.' : `Copyright ${name}`;
}
