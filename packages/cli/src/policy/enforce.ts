import type { PermissionMode } from '@caliban/gate';
import { MODE_TRAITS } from '@caliban/gate/types';
import type { PermissionSettings, Sourced } from '@caliban/storage';
import { formatSource } from '@caliban/storage/rules';
import type { From } from './chosen-mode.ts';

/** The ways to bypass the rules that a start can request. */
export type BypassOptions = {
  readonly noPermissions: boolean;
  readonly autoAllow: From<boolean>;
  readonly unlockBypass: boolean;
  readonly startInBypass: boolean;
  readonly mode: From<PermissionMode>;
};

/** Why a start is refused, each reason with what to do; empty if it isn't. */
export function refusedBypasses(
  options: BypassOptions,
  { enforce, defaultMode }: Pick<PermissionSettings, 'enforce' | 'defaultMode'>,
): readonly string[] {
  if (enforce?.value === true) {
    const because = `enforce is set in ${formatSource(enforce)}`;
    return requestedBypasses(options, defaultMode).map(
      ({ bypass, remedy }) => `${bypass} is refused: ${because}; ${remedy}`,
    );
  }
  if (options.mode.value !== 'bypassPermissions' || options.noPermissions) return [];
  if (options.unlockBypass || options.startInBypass) return [];
  return [
    `${modeWithSource(options.mode)} needs --allow-dangerously-skip-permissions; add it, or start in another mode`,
  ];
}

type Bypass = { readonly bypass: string; readonly remedy: string };

function requestedBypasses(
  { noPermissions, autoAllow, unlockBypass, mode }: BypassOptions,
  ofFile: Sourced<PermissionMode> | undefined,
): readonly Bypass[] {
  const loosens = MODE_TRAITS[mode.value].isUnasked;
  const given = [
    ...(noPermissions ? ['--no-permissions'] : []),
    ...(autoAllow.value ? [autoAllow.from] : []),
    ...(unlockBypass ? ['--allow-dangerously-skip-permissions'] : []),
  ];
  return [
    ...given.map((bypass) => ({ bypass, remedy: START_WITHOUT })),
    ...(loosens ? [{ bypass: modeWithSource(mode), remedy: modeRemedy(mode, ofFile) }] : []),
  ];
}

const START_WITHOUT = 'start without it';

/** A start can't leave out a line of a file. */
function modeRemedy({ from }: From<PermissionMode>, ofFile: Sourced<PermissionMode> | undefined): string {
  if (ofFile === undefined || from !== formatSource(ofFile)) return START_WITHOUT;
  return `write another default_mode in ${from}, or start with --permission-mode default`;
}

function modeWithSource({ value, from }: From<PermissionMode>): string {
  return `${value} (${from})`;
}
