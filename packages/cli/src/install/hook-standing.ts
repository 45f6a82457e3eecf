import { dirname, join } from 'node:path';
import type { HostName } from '@caliban/adapters/internal/hosts/host-adapter';
import type { HostSetup } from '@caliban/adapters/internal/install/host-setup';
import type { Result } from '@caliban/gate';
import { ok } from '@caliban/gate/internal/types/result';
import { readTextFile } from '@caliban/storage/internal/files/read-text-file';

/** What a host makes of our hook in its file. */
export type HookStanding =
  | { readonly state: 'wired' }
  | { readonly state: 'narrow'; readonly onlyFor: string }
  | { readonly state: 'switched-off'; readonly setting: string; readonly settingsFile: string };

/** Null: it is not there. */
export function hookStanding(
  setup: HostSetup,
  { file, text }: { readonly file: string; readonly text: string },
): Result<HookStanding | null, string> {
  const wiring = setup.wiring(text);
  if (!wiring.ok) return wiring;
  if (wiring.value === 'not-wired') return ok(null);
  const settingsFile = wiring.value === 'switched-off' ? file : switchedOffBeside(setup, file);
  if (settingsFile !== null)
    return ok({ state: 'switched-off', setting: setup.switchName ?? 'a setting', settingsFile });
  return ok(typeof wiring.value === 'object' ? { state: 'narrow', ...wiring.value } : { state: 'wired' });
}

/** The file beside the host's hooks that says to run none of them. */
function switchedOffBeside({ masterSwitch }: HostSetup, hooksFile: string): string | null {
  if (masterSwitch === undefined) return null;
  const file = join(dirname(hooksFile), masterSwitch.file);
  const text = readTextFile(file);
  return text.ok && text.value !== null && masterSwitch.isOff(text.value) ? file : null;
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
