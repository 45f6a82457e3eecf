import type { HostName } from '@caliban/adapters/internal/hosts/host-adapter';
import type { HostSetup, InstallPlaces, InstallScope } from '@caliban/adapters/internal/install/host-setup';
import type { Result } from '@caliban/gate';
import { ok } from '@caliban/gate/internal/types/result';
import { readTextFile } from '@caliban/storage/internal/files/read-text-file';

/** What a host makes of our hook in its file. */
export type HookStanding =
  | { readonly state: 'wired' }
  | { readonly state: 'narrow'; readonly onlyFor: string }
  | { readonly state: 'switched-off'; readonly setting: string; readonly settingsFile: string };

/** The file of a scope, and what it holds or is about to. */
export type HookFile = { readonly scope: InstallScope; readonly places: InstallPlaces; readonly text: string };

/** Null: it is not there. */
export function hookStanding(setup: HostSetup, file: HookFile): Result<HookStanding | null, string> {
  const wiring = setup.wiring(file.text);
  if (!wiring.ok) return wiring;
  if (wiring.value === 'not-wired') return ok(null);
  const off = switchedOff(setup, file);
  if (off !== null) return ok(off);
  return ok(typeof wiring.value === 'object' ? { state: 'narrow', ...wiring.value } : { state: 'wired' });
}

/** Of all the files the host reads, the first that speaks of it decides. */
function switchedOff({ offSwitch, file }: HostSetup, { scope, places, text }: HookFile): HookStanding | null {
  if (offSwitch === undefined) return null;
  const own = file(scope, places);
  for (const settingsFile of offSwitch.files(scope, places)) {
    const isOff = offSwitch.isOff(settingsFile === own ? text : textOrNothing(settingsFile));
    if (isOff !== null) return isOff ? { state: 'switched-off', setting: offSwitch.name, settingsFile } : null;
  }
  return null;
}

function textOrNothing(file: string): string {
  const text = readTextFile(file);
  return (text.ok ? text.value : null) ?? '';
}

/** What comes of it for the calls. */
export function standingTrouble(standing: Exclude<HookStanding, { state: 'wired' }>, host: HostName): string {
  switch (standing.state) {
    case 'narrow':
      return `${host} asks caliban only for \`${standing.onlyFor}\`; for the rest, make the \`matcher\` of its hook \`*\``;
    case 'switched-off':
      return `hooks are switched off by \`${standing.setting}\` in ${standing.settingsFile}; until you change that, ${host} runs none and no call is judged`;
  }
}
