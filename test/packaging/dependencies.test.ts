import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from './helpers/clean-place.ts';

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

type Manifest = { readonly [Kind in (typeof KINDS)[number]]?: Readonly<Record<string, string>> };
type Named = { readonly name: string; readonly version: string; readonly by: string };

const named = [
  ...namedBy('repository', 'package.json'),
  ...readdirSync(`${ROOT}packages`).flatMap((name) => namedBy(name, `packages/${name}/package.json`)),
];
const rows = tableRows(readFileSync(`${ROOT}docs/dependencies.md`, 'utf8'));

test('every package that a manifest names has a row, and no other', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual([...new Set(named.map(({ name }) => name))].sort());
});

test.each(rows)('$name $version', ({ name, version, users }) => {
  const manifests = named.filter((dependency) => dependency.name === name);
  // A peer is a range beside the version that we test with.
  expect(manifests.filter((one) => one.version !== version && !one.version.startsWith('>='))).toEqual([]);
  expect(manifests.map((one) => one.version)).toContain(version);
  for (const { by } of manifests)
    expect(users).toContain(by === 'repository' && users.includes('tests') ? 'tests' : by);
});

test('every row says why, and who loads it', () => {
  expect(rows.filter(({ why, loadedBy }) => why === '' || loadedBy === '')).toEqual([]);
});

test('what ships and what we build with is pinned', () => {
  const exact = /^\d+\.\d+\.\d+$/;
  expect(named.filter(({ version }) => !exact.test(version) && !version.startsWith('>='))).toEqual([]);
});

function namedBy(by: string, file: string): Named[] {
  const manifest: Manifest = JSON.parse(readFileSync(ROOT + file, 'utf8'));
  return KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .filter(([name]) => !name.startsWith('@caliban/'))
    .map(([name, version]) => ({ name, version, by }));
}

function tableRows(text: string) {
  return [...text.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)].map(([, name, rest]) => {
    const [version = '', users = '', why = '', loadedBy = ''] = (rest as string).split('|').map((cell) => cell.trim());
    return { name: name as string, version, users, why, loadedBy };
  });
}
