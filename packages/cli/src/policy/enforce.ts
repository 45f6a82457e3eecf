import type { PermissionMode } from '@caliban/gate';
import { formatSource, type Sourced } from '@caliban/storage/internal/rules/rule-file';
import type { From } from './chosen-mode.ts';

/** The ways around the rules that a start can ask for. */
export type Doors = {
  readonly noPermissions: boolean;
  readonly autoAllow: From<boolean>;
  readonly unlockBypass: boolean;
  readonly mode: From<PermissionMode>;
};

/** Why a start is refused, every reason with what to do; empty when it is not. */
export function refusedDoors(doors: Doors, enforce: Sourced<boolean> | undefined): readonly string[] {
  if (enforce?.value === true) {
    const because = `enforce is set in ${formatSource(enforce)}`;
    return openDoors(doors).map((door) => `${door} is refused: ${because}; start without it`);
  }
  if (doors.mode.value !== 'bypassPermissions' || doors.unlockBypass || doors.noPermissions) return [];
  return [`${modeDoor(doors.mode)} needs --allow-dangerously-skip-permissions; add it, or start in another mode`];
}

function openDoors({ noPermissions, autoAllow, unlockBypass, mode }: Doors): readonly string[] {
  const loosens = mode.value === 'bypassPermissions' || mode.value === 'dontAsk';
  return [
    ...(noPermissions ? ['--no-permissions'] : []),
    ...(autoAllow.value ? [autoAllow.from] : []),
    ...(unlockBypass ? ['--allow-dangerously-skip-permissions'] : []),
    ...(loosens ? [modeDoor(mode)] : []),
  ];
}

function modeDoor({ value, from }: From<PermissionMode>): string {
  return `${value} (${from})`;
}
