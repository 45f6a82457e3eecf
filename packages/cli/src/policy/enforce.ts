import type { PermissionMode } from '@caliban/gate';
import { formatSource, type PermissionSettings, type Sourced } from '@caliban/storage/internal/rules/rule-file';
import type { From } from './chosen-mode.ts';

/** The ways around the rules that a start can ask for. */
export type Doors = {
  readonly noPermissions: boolean;
  readonly autoAllow: From<boolean>;
  readonly unlockBypass: boolean;
  readonly mode: From<PermissionMode>;
};

/** Why a start is refused, every reason with what to do; empty when it is not. */
export function refusedDoors(
  doors: Doors,
  { enforce, defaultMode }: Pick<PermissionSettings, 'enforce' | 'defaultMode'>,
): readonly string[] {
  if (enforce?.value === true) {
    const because = `enforce is set in ${formatSource(enforce)}`;
    return openDoors(doors, defaultMode).map(({ door, remedy }) => `${door} is refused: ${because}; ${remedy}`);
  }
  if (doors.mode.value !== 'bypassPermissions' || doors.unlockBypass || doors.noPermissions) return [];
  return [`${modeDoor(doors.mode)} needs --allow-dangerously-skip-permissions; add it, or start in another mode`];
}

type Door = { readonly door: string; readonly remedy: string };

function openDoors(
  { noPermissions, autoAllow, unlockBypass, mode }: Doors,
  ofFile: Sourced<PermissionMode> | undefined,
): readonly Door[] {
  const loosens = mode.value === 'bypassPermissions' || mode.value === 'dontAsk';
  const given = [
    ...(noPermissions ? ['--no-permissions'] : []),
    ...(autoAllow.value ? [autoAllow.from] : []),
    ...(unlockBypass ? ['--allow-dangerously-skip-permissions'] : []),
  ];
  return [
    ...given.map((door) => ({ door, remedy: START_WITHOUT })),
    ...(loosens ? [{ door: modeDoor(mode), remedy: modeRemedy(mode, ofFile) }] : []),
  ];
}

const START_WITHOUT = 'start without it';

/** The line of a file cannot be left out at a start. */
function modeRemedy({ from }: From<PermissionMode>, ofFile: Sourced<PermissionMode> | undefined): string {
  if (ofFile === undefined || from !== formatSource(ofFile)) return START_WITHOUT;
  return `write another default_mode in ${from}, or start with --permission-mode default`;
}

function modeDoor({ value, from }: From<PermissionMode>): string {
  return `${value} (${from})`;
}
