import type { HostName } from '@caliban/adapters';
import type { AlteredField, HostSetup, InstallPlaces, InstallScope, OffSwitch } from '@caliban/adapters/hosts';
import type { Result } from '@caliban/calls';
import { ok } from '@caliban/calls/types';
import { readTextFile } from '@caliban/storage/files';

/** The state of our hook in a host's file. */
export type HookStatus =
  | { readonly state: 'wired' }
  | { readonly state: 'narrow'; readonly onlyFor: string }
  | { readonly state: 'altered'; readonly fields: readonly AlteredField[] }
  | SwitchedOff;

type SwitchedOff = {
  readonly state: 'switched-off';
  readonly setting: string;
  readonly settingsFile: string;
  /** Other hooks run. */
  readonly onlyOurs?: true;
};

/** The file of a scope, and its current or future content. */
export type HookFile = { readonly scope: InstallScope; readonly places: InstallPlaces; readonly text: string };

/** Null: it isn't there. */
export function hookStatus(setup: HostSetup, file: HookFile): Result<HookStatus | null, string> {
  const wiring = setup.wiring(file.text);
  if (!wiring.ok) return wiring;
  if (wiring.value === 'not-wired') return ok(null);
  const [off] = (setup.offSwitches ?? []).flatMap((setting) => switchedOff(setting, setup, file) ?? []);
  if (off !== undefined) return ok(off);
  if (wiring.value === 'wired') return ok({ state: 'wired' });
  if ('onlyFor' in wiring.value) return ok({ state: 'narrow', ...wiring.value });
  return ok({ state: 'altered', fields: wiring.value.altered });
}

/** Of all files the host reads, the first one that sets it decides. */
function switchedOff(
  { name, isOurs, files, isOff }: OffSwitch,
  { file }: HostSetup,
  { scope, places, text }: HookFile,
): SwitchedOff | null {
  const own = file(scope, places);
  for (const settingsFile of files(scope, places)) {
    const isSaid = isOff(settingsFile === own ? text : textOrNothing(settingsFile));
    const onlyOurs = isOurs === undefined ? {} : { onlyOurs: isOurs };
    if (isSaid !== null) return isSaid ? { state: 'switched-off', setting: name, settingsFile, ...onlyOurs } : null;
  }
  return null;
}

function textOrNothing(file: string): string {
  const text = readTextFile(file);
  return (text.ok ? text.value : null) ?? '';
}

/** The consequence for the host's calls. */
export function hookStatusProblem(status: Exclude<HookStatus, { state: 'wired' }>, host: HostName): string {
  switch (status.state) {
    case 'narrow':
      return `${host} asks caliban only for \`${status.onlyFor}\`; for the rest, make the \`matcher\` of its hook \`*\``;
    case 'altered':
      return `${host} may continue without caliban's answer: in its hook, ${status.fields.map(fieldText).join(', ')}`;
    case 'switched-off': {
      const { setting, settingsFile, onlyOurs } = status;
      const [what, none] = onlyOurs === true ? ['the hook is', 'does not run it'] : ['hooks are', 'runs none'];
      return `${what} switched off by \`${setting}\` in ${settingsFile}; until you change that, ${host} ${none} and no call is judged`;
    }
  }
}

function fieldText({ name, is, shouldBe }: AlteredField): string {
  const found = is === undefined ? 'is missing' : `is ${JSON.stringify(is)}`;
  return `\`${name}\` ${found} and should ${shouldBe === undefined ? 'not be there' : `be ${JSON.stringify(shouldBe)}`}`;
}
