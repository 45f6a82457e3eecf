import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Manifest = { readonly engines: { readonly node: string } };

const ROOT = new URL('../../../../', import.meta.url);
const manifest = (path: string): Manifest => JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));
const lock: { readonly packages: Readonly<Record<string, Partial<Manifest>>> } = JSON.parse(
  readFileSync(new URL('package-lock.json', ROOT), 'utf8'),
);

/** The versions that receive security fixes and that the tests run on. */
const PROMISED = '^20.19.0 || ^22.13.0 || >=24';

describe('every package promises the same versions of Node', () => {
  test.each(['', ...readdirSync(new URL('packages/', ROOT)).map((name) => `packages/${name}`)])('%s', (path) => {
    expect(manifest(path === '' ? 'package.json' : `${path}/package.json`).engines.node).toBe(PROMISED);
    expect(lock.packages[path]?.engines?.node).toBe(PROMISED);
  });

  test.each(['README.md', 'docs/getting-started.md', 'packages/cli/README.md'])('%s says so', (page) => {
    expect(readFileSync(new URL(page, ROOT), 'utf8')).toContain('20.19, 22.13 or 24, or newer');
  });
});
