/** The release this code belongs to; decides which outdated forms still load. */
export const RELEASE: Release = { major: 0, minor: 1 };

export type Release = { readonly major: number; readonly minor: number };

/** The outdated ways to write rules. */
export type LegacyForm = 'json' | 'buckets' | 'v1';

type LegacyFormEntry = {
  readonly title: string;
  /** The last release that reads it. */
  readonly readUntil: Release;
};

/** Read for two more minor releases, no longer written. */
export const LEGACY_FORMS: Readonly<Record<LegacyForm, LegacyFormEntry>> = {
  json: { title: 'rules in a JSON file', readUntil: { major: 0, minor: 3 } },
  buckets: { title: 'rules in `permissions.allow`, `.ask` and `.deny`', readUntil: { major: 0, minor: 3 } },
  v1: { title: 'rules in `[[rule]]` tables', readUntil: { major: 0, minor: 3 } },
};

export function stillLoads(form: LegacyForm, release: Release = RELEASE): boolean {
  const { readUntil } = LEGACY_FORMS[form];
  if (release.major !== readUntil.major) return release.major < readUntil.major;
  return release.minor <= readUntil.minor;
}

/** The message for a file in a form that no longer loads. */
export function noLongerLoads(form: LegacyForm): string {
  return `${LEGACY_FORMS[form].title} no longer load; run \`caliban perms import\` or write \`[[permissions.rules]]\``;
}
