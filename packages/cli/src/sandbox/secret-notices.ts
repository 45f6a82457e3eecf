import { absolutePath } from '@caliban/calls';
import type { Rule } from '@caliban/gate';
import { confinement } from '@caliban/gate/confinement';
import { type FileNotice, type Locations, readSettings } from '@caliban/storage';
import { confinementContext } from '../compose/sandbox.ts';
import { closedHosts, secretName } from './sandbox-facts.ts';

/** Hosts of `[[sandbox.secrets]]` that the rules close. */
export async function secretNotices(rules: readonly Rule[], locations: Locations): Promise<readonly FileNotice[]> {
  const { settings } = await readSettings(locations, { projectIsTrusted: false });
  const secrets = settings.ok ? (settings.value.sandbox.secrets ?? []) : [];
  if (secrets.length === 0) return [];
  const place = { settings: { enforcedLayers: [] }, locations, home: absolutePath(locations.home) };
  const profile = confinement(rules, confinementContext(place));
  return secrets.flatMap(({ value, file, line }) =>
    closedHosts(value.hosts, profile).map((host) => ({
      file,
      line,
      message: `${host} never gets ${secretName(value)}, because the rules close it; \`WebFetch(domain:${host})\` would open it`,
    })),
  );
}
