import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { testTitles } from './helpers/test-titles.ts';
import { type Reference, referencesIn, tableBelow, threatModel } from './helpers/threat-model.ts';
import { TABLES } from './tables/every-table.ts';

/** The known ways around permission systems: shell, safe commands, paths, network, control plane, the human. */
const KNOWN: readonly string[] = [
  ...numbered('B', 29, ['B27b', 'B27c']),
  ...numbered('S', 10),
  ...numbered('P', 13, ['P12b', 'P12c']),
  ...numbered('N', 4, ['N3b']),
  ...numbered('C', 8, ['C1b', 'C5b', 'C5c', 'C5d']),
  ...numbered('H', 5),
];

const CATALOGUE = tableBelow('The catalogue');
const OUT_OF_REACH = tableBelow('Out of reach');
const TABLE_FILE = /^test\/security\/tables\/([\w-]+)\.ts$/;

test('every known bypass is in the catalogue or out of reach, once', () => {
  expect([...CATALOGUE, ...OUT_OF_REACH].map(({ id }) => id).sort()).toEqual([...KNOWN].sort());
});

test('the rows that the catalogue says are tried in a table are tried there, and no others', () => {
  const claimed = CATALOGUE.flatMap(({ id, references }) =>
    references.flatMap(
      ({ file }) =>
        TABLE_FILE.exec(file)
          ?.slice(1)
          .map((table) => `${table}: ${id}`) ?? [],
    ),
  );
  const tried = Object.entries(TABLES).flatMap(([table, attacks]) =>
    [...new Set(attacks.map(({ id }) => id))].filter((id) => id !== 'fresh').map((id) => `${table}: ${id}`),
  );
  expect(claimed.sort()).toEqual(tried.sort());
});

test('every other row of the catalogue names a test', () => {
  const vague = CATALOGUE.filter(
    ({ references }) => !references.some(({ file, name }) => TABLE_FILE.test(file) || name !== null),
  );
  expect(vague).toEqual([]);
});

test('every row of a table has an honest twin there', () => {
  const without = Object.entries(TABLES).flatMap(([table, attacks]) => {
    const twins = new Set(attacks.filter(({ must }) => must === 'allow').map(({ id }) => id));
    return [...new Set(attacks.map(({ id }) => id))].filter((id) => !twins.has(id)).map((id) => `${table}: ${id}`);
  });
  expect(without).toEqual([]);
});

describe('every reference of the document leads somewhere', () => {
  const references = referencesIn(threatModel()).map((reference) => [label(reference), reference] as const);

  test.each(references)('%s', (_, { file, name }) => {
    const path = new URL(`../../${file}`, import.meta.url);
    expect(existsSync(path)).toBe(true);
    if (!/\.test\.tsx?$/.test(file)) return;
    expect(testTitles(readFileSync(path, 'utf8')).filter((title) => name !== null && title.includes(name))).not.toEqual(
      [],
    );
  });
});

test('every promise has a test', () => {
  const section = threatModel().split('\n## What is promised\n')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Promise'));
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => referencesIn(row).length === 0)).toEqual([]);
});

function numbered(letter: string, last: number, more: readonly string[] = []): readonly string[] {
  return [...Array.from({ length: last }, (_, index) => `${letter}${index + 1}`), ...more];
}

function label({ file, name }: Reference): string {
  return name === null ? file : `${file} › ${name}`;
}
