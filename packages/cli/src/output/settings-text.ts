import { visible } from '@caliban/calls/text';
import type { From } from '../policy/chosen-mode.ts';
import type { Settings } from '../policy/settings.ts';
import { inColumns } from './columns.ts';
import { type Here, shortPath } from './short-path.ts';

type Options = {
  readonly here: Here;
  /** Leaves out built-in values, except the mode. */
  readonly chosenOnly?: boolean;
};

const BUILT_IN = 'built-in';

/** The settings that apply beside the rules, each with its source. */
export function settingsText(settings: Settings, { here, chosenOnly = false }: Options): readonly string[] {
  const { mode, enforce, autoAllow, autoModeDisabled, audit, latched, enforcedLayers, seesThroughWrappers } = settings;
  const row = (name: string, { value, from }: From<unknown>) => [
    name,
    String(value),
    from.replace(/^\/[^:]*/, (file) => shortPath(file, here)),
  ];
  const rows = [
    ['workspace', shortPath(settings.workspace, here)],
    row('mode', mode),
    row('enforce', enforce),
    row('host fallback', settings.hostFallback),
    ...(enforcedLayers.length === 0 ? [] : [['enforced denies', enforcedLayers.join(', ')]]),
    ...(seesThroughWrappers ? [['wrappers', 'seen through', 'see_through_wrappers']] : []),
    ...(latched ? [['bypass', 'unlocked', '--allow-dangerously-skip-permissions']] : []),
    ...(autoAllow.value ? [row('auto-allow', autoAllow)] : []),
    ...(autoModeDisabled.value ? [row('auto mode disabled', autoModeDisabled)] : []),
    row('log', audit.log),
    ['log file', shortPath(audit.file, here)],
    row('log rotates at', { ...audit.maxBytes, value: sizeText(audit.maxBytes.value) }),
    row('log archives', { ...audit.keep, value: audit.keep.value ?? 'all kept' }),
  ];
  const shown = chosenOnly ? rows.filter(([name, , from]) => from !== BUILT_IN || name === 'mode') : rows;
  return inColumns(shown, WIDEST_VALUE).map(visible);
}

/** In whole units if possible: `100 MiB`, `1.5 KiB`, `999 bytes`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${UNITS[power]}`;
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Paths may be longer and then overflow. */
const WIDEST_VALUE = 20;
