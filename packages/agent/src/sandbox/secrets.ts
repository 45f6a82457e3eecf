import { statSync } from 'node:fs';
import type { AbsolutePath } from '@caliban/calls';
import { type Confinement, confinedAt } from '@caliban/gate/confinement';

/** A program sees a placeholder; a request to one of the hosts gets the real value. */
export type MaskedSecret = {
  readonly source:
    | { readonly kind: 'variable'; readonly name: string }
    | { readonly kind: 'file'; readonly path: AbsolutePath };
  /** A regular expression: its first group is the secret. Without it, the whole value is. */
  readonly extract?: string | undefined;
  /** A name, or `*.` and a name for everything below it. */
  readonly hosts: readonly string[];
};

/** Those that there is something to mask of. */
export function presentSecrets(
  secrets: readonly MaskedSecret[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): readonly MaskedSecret[] {
  return secrets.filter(({ source }) =>
    source.kind === 'variable' ? (env[source.name] ?? '') !== '' : isFile(source.path),
  );
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** Their variables. A program never gets them as they are. */
export function variablesOf(secrets: readonly MaskedSecret[]): readonly string[] {
  return secrets.flatMap(({ source }) => (source.kind === 'variable' ? [source.name] : []));
}

/** Where there is no placeholder: their files are hidden. */
export function withoutSecrets(
  profile: Confinement,
  secrets: readonly MaskedSecret[],
  realPath: (path: AbsolutePath) => AbsolutePath,
): Confinement {
  const files = presentSecrets(secrets).flatMap(({ source }) =>
    source.kind === 'file' ? [realPath(source.path)] : [],
  );
  const shown = [...new Set(files)].filter((path) => confinedAt(profile, path).readable);
  if (shown.length === 0) return profile;
  const hidden = shown.map((path) => ({ path, kind: 'file' as const, rule: null }));
  const reallowRead = profile.reallowRead.filter(({ path }) => !shown.includes(path));
  return { ...profile, denyRead: [...profile.denyRead, ...hidden], reallowRead };
}
