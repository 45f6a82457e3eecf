import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LEGACY_FORMS, type LegacyForm, RELEASE, stillLoads } from '../../src/rules/legacy-forms.ts';

describe('outdated forms', () => {
  const forms = Object.keys(LEGACY_FORMS) as LegacyForm[];

  test('load for two more minor releases, and then no more', () => {
    const loads = (minor: number) => forms.map((form) => stillLoads(form, { major: 0, minor }));
    expect([1, 2, 3, 4].map(loads)).toEqual([
      forms.map(() => true),
      forms.map(() => true),
      forms.map(() => true),
      forms.map(() => false),
    ]);
    expect(stillLoads('v1', { major: 1, minor: 0 })).toBe(false);
  });

  test('the release is the one of the package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(version.startsWith(`${RELEASE.major}.${RELEASE.minor}.`)).toBe(true);
  });
});
