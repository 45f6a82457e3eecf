import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOSTS, type HostName } from '@caliban/adapters';
import { type HostSandbox, type InstallPlaces, SANDBOX_SCOPES, type SandboxScope } from '@caliban/adapters/hosts';
import { isRecord } from '@caliban/calls/types';
import type { Locations } from '@caliban/storage';
import { makeDirectories, readTextFile, writeAtomically } from '@caliban/storage/files';
import { compileSandbox, HOSTS_WITH_SANDBOX } from '../sandbox/compile-sandbox.ts';

/** A sandbox compiled from our rules into another agent's configuration. */
export type InstalledSandbox = {
  readonly host: HostName;
  readonly scope: SandboxScope;
  readonly file: string;
  /** `stale`: the rules, or the files they are about, have changed since. `edited`: someone has changed it there. */
  readonly state: 'current' | 'stale' | 'edited';
};

/** The sandboxes of this user and this project. */
export async function installedSandboxes(
  locations: Locations,
  places: InstallPlaces,
): Promise<readonly InstalledSandbox[]> {
  const found: InstalledSandbox[] = [];
  for (const host of HOSTS_WITH_SANDBOX) {
    const sandbox = await HOSTS[host].loadSandbox?.();
    if (sandbox === undefined) continue;
    for (const scope of SANDBOX_SCOPES) {
      const file = sandbox.file(scope, places);
      const state = await stateOf(sandbox, { file, scope, locations, home: places.home });
      if (state !== null) found.push({ host, scope, file, state });
    }
  }
  return found;
}

type SandboxFile = {
  readonly file: string;
  readonly scope: SandboxScope;
  readonly locations: Locations;
  readonly home: string;
};

async function stateOf(
  sandbox: HostSandbox,
  { file, scope, locations, home }: SandboxFile,
): Promise<InstalledSandbox['state'] | null> {
  const text = readTextFile(file);
  if (!text.ok || text.value === null) return null;
  const found = sandbox.find(text.value);
  if (!found.ok || found.value === null) return null;
  const written = writtenSandboxes(locations)[file];
  if (written === undefined && !found.value.isMarked) return null;
  if (written !== undefined && written !== digest(found.value.text)) return 'edited';
  const { text: wanted } = await compileSandbox(sandbox, { scope, locations, home });
  return wanted === found.value.text ? 'current' : 'stale';
}

/** We wrote it, and no one has changed it since. */
export function isWrittenByUs(
  file: string,
  found: { readonly text: string; readonly isMarked: boolean },
  locations: Locations,
): boolean {
  const written = writtenSandboxes(locations)[file];
  return written === undefined ? found.isMarked : written === digest(found.text);
}

/** Null: it was removed. */
export function rememberSandbox(file: string, text: string | null, locations: Locations): void {
  const { [file]: _, ...others } = writtenSandboxes(locations);
  makeDirectories(locations.stateDirectory, { mode: 0o700 });
  const now = text === null ? others : { ...others, [file]: digest(text) };
  writeAtomically(memoryFile(locations), `${JSON.stringify(now, null, 2)}\n`);
}

/** The digests of what was written, by file. Without one, only a marked sandbox is recognised as ours. */
function writtenSandboxes(locations: Locations): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(memoryFile(locations), 'utf8'));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function memoryFile({ stateDirectory }: Locations): string {
  return join(stateDirectory, 'host-sandboxes.json');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
