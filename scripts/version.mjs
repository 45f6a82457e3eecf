// npm run version:all 0.2.0: one version for every package, in the lock file and in the changelog too.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOCK = `${ROOT}package-lock.json`;
const CHANGELOG = `${ROOT}CHANGELOG.md`;
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

const [version = ''] = process.argv.slice(2);
const manifests = readdirSync(`${ROOT}packages`).map((name) => `${ROOT}packages/${name}/package.json`);
const ours = new Set(manifests.map((file) => readJson(file).name));
const current = readJson(manifests[0]).version;
const changelog = readFileSync(CHANGELOG, 'utf8');

const problem = whyNot();
if (problem === null) setVersion();
else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

function whyNot() {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return `\`${version}\` is no version; write three numbers, as in 0.2.0`;
  if (!isLater(version, current)) return `${version} is not later than ${current}`;
  const [, news] = `${changelog}\n## `.match(/^## Unreleased\n(.*?)^## /ms) ?? [];
  if (news === undefined) return 'CHANGELOG.md has no heading `## Unreleased`';
  return news.trim() === '' ? 'CHANGELOG.md has nothing under `## Unreleased`; write what has changed' : null;
}

function isLater(one, other) {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  const place = a.findIndex((number, index) => number !== b[index]);
  return place !== -1 && a[place] > b[place];
}

function setVersion() {
  for (const file of manifests) writeJson(file, versioned(readJson(file)));
  const lock = readJson(LOCK);
  for (const place of Object.keys(lock.packages)) {
    if (place.startsWith('packages/')) lock.packages[place] = versioned(lock.packages[place]);
  }
  writeJson(LOCK, lock);
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(CHANGELOG, changelog.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} (${today})\n`));
  process.stdout.write(`${current} → ${version}\n`);
}

/** Our packages depend on each other in exactly one version: they are released together. */
function versioned(manifest) {
  const next = { ...manifest, version };
  for (const kind of DEPENDENCIES.filter((name) => name in manifest)) {
    next[kind] = Object.fromEntries(
      Object.entries(manifest[kind]).map(([name, range]) => [name, ours.has(name) ? version : range]),
    );
  }
  return next;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
