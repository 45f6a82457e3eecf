import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from './helpers/clean-place.ts';

const PACKAGES = readdirSync(`${ROOT}packages`);
const FILES = ['package-lock.json', ...PACKAGES.map((name) => `packages/${name}/package.json`)];

let copy = '';
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'caliban-version-'));
  for (const file of [...FILES, 'scripts/version.mjs']) cpSync(ROOT + file, join(copy, file));
  writeFileSync(join(copy, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\nNews.\n\n## 0.1.0\n\nThe first.\n');
});
afterEach(() => rmSync(copy, { recursive: true }));

test('one command sets it everywhere, and nothing else changes', async () => {
  expect(await version('987.6.5')).toMatchObject({ stderr: '' });
  const today = new Date().toISOString().slice(0, 10);
  expect(read('CHANGELOG.md')).toBe(
    `# Changelog\n\n## Unreleased\n\n## 987.6.5 (${today})\n\nNews.\n\n## 0.1.0\n\nThe first.\n`,
  );
  for (const file of FILES) {
    const before = readFileSync(ROOT + file, 'utf8').split('\n');
    const after = read(file).split('\n');
    const changed = after.filter((line, index) => line !== before[index]);
    expect(after).toHaveLength(before.length);
    expect(changed.length).toBeGreaterThan(0);
    for (const line of changed) expect(line).toMatch(/^ +"(version|@caliban\/\w+)": "987\.6\.5",?$/);
    expect(after.filter((line) => line.includes('"@caliban/') && !/987|resolved|name|node_modules/.test(line))).toEqual(
      [],
    );
  }
});

test.each([
  ['', '`` is no version; write three numbers, as in 0.2.0\n'],
  ['next', '`next` is no version; write three numbers, as in 0.2.0\n'],
  ['0.0.9', expect.stringMatching(/^0\.0\.9 is not later than \d/)],
])('`%s` is refused and changes nothing', async (wanted, stderr) => {
  expect(await version(wanted)).toMatchObject({ code: 1, stderr });
  for (const file of FILES) expect(read(file)).toBe(readFileSync(ROOT + file, 'utf8'));
});

test('a version without news is refused', async () => {
  writeFileSync(join(copy, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\nThe first.\n');
  expect(await version('987.6.5')).toMatchObject({
    code: 1,
    stderr: 'CHANGELOG.md has nothing under `## Unreleased`; write what has changed\n',
  });
});

test('the changelog has a place for what comes next, and every package the same version', () => {
  expect(readFileSync(`${ROOT}CHANGELOG.md`, 'utf8')).toMatch(/^## Unreleased$/m);
  const versions = PACKAGES.map(
    (name) => JSON.parse(readFileSync(`${ROOT}packages/${name}/package.json`, 'utf8')).version,
  );
  expect(new Set(versions).size).toBe(1);
});

function version(wanted: string): Promise<unknown> {
  return promisify(execFile)(process.execPath, [join(copy, 'scripts/version.mjs'), wanted]).catch((error) => error);
}

function read(file: string): string {
  return readFileSync(join(copy, file), 'utf8');
}
