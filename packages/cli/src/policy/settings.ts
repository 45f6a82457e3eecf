import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { Layer, PermissionMode, Rule } from '@caliban/gate';
import type { ModeStart } from '@caliban/gate/state';
import type { HostFallback } from '@caliban/gate/types';
import {
  type FileNotice,
  type FileReport,
  formatNotice,
  type LoadedRules,
  type Locations,
  type PermissionSettings,
} from '@caliban/storage';
import { formatSource } from '@caliban/storage/rules';
import { decisionLogFile } from '../log/decision-log-file.ts';
import { chosenMode, type From, isSwitchedOn } from './chosen-mode.ts';
import { refusedBypasses } from './enforce.ts';

/** The command line's part of a start. */
export type StartFlags = {
  readonly permissionMode: string | undefined;
  readonly noPermissions: boolean;
  readonly autoAllow: boolean;
  readonly disableAutoMode: boolean;
  /** `--allow-dangerously-skip-permissions` */
  readonly unlockBypass: boolean;
  /** `--dangerously-skip-permissions`: the same, and starts in that mode. */
  readonly startInBypass: boolean;
  /** `--allow`, `--deny` or `--ask` was given. */
  readonly hasRules: boolean;
};

/** All settings of a start, each with its source. */
export type Settings = {
  readonly workspace: string;
  /** In the order in which they are tried. */
  readonly rules: readonly Rule[];
  /** Layers whose denies no other layer can lift. */
  readonly enforcedLayers: readonly Layer[];
  /** Deny and ask rules also meet what `sudo`, `xargs`, `sh -c` and the like run. */
  readonly seesThroughWrappers: boolean;
  readonly mode: From<PermissionMode | 'disabled'>;
  /** bypassPermissions may be entered. */
  readonly latched: boolean;
  readonly autoAllow: From<boolean>;
  readonly autoModeDisabled: From<boolean>;
  readonly enforce: From<boolean>;
  /** What happens to another agent's call that no written rule settles. */
  readonly hostFallback: From<HostFallback>;
  readonly audit: AuditSettings;
  readonly warnings: readonly FileNotice[];
  /** Every file that was looked for. */
  readonly files: readonly FileReport[];
};

export type AuditSettings = {
  readonly log: From<boolean | 'required'>;
  readonly file: string;
  readonly maxBytes: From<number>;
  /** How many archives to keep; null: all of them. */
  readonly keep: From<number | null>;
};

/** `usage`: contradictory arguments. `configuration`: files or environment forbid it. */
export type StartProblem = { readonly kind: 'usage' | 'configuration'; readonly messages: readonly string[] };

export type SettingsInput = {
  readonly flags: StartFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly loaded: LoadedRules;
  readonly locations: Locations;
};

export function resolveSettings({ flags, env, loaded, locations }: SettingsInput): Result<Settings, StartProblem> {
  if (!loaded.policy.ok) return configuration(loaded.policy.error.map(formatNotice));
  const conflicts = contradictions(flags);
  if (conflicts.length > 0) return fail({ kind: 'usage', messages: conflicts });
  const { rules, settings, enforcedLayers } = loaded.policy.value;

  const mode = chosenMode({
    flag: flags.startInBypass ? 'bypassPermissions' : flags.permissionMode,
    flagName: flags.startInBypass ? '--dangerously-skip-permissions' : '--permission-mode',
    env,
    file: settings.defaultMode,
  });
  if (!mode.ok) return configuration([mode.error]);
  const autoAllow = isSwitchedOn({
    flag: flags.autoAllow,
    flagName: '--auto-allow',
    env,
    variable: 'CALIBAN_AUTO_ALLOW',
  });
  if (!autoAllow.ok) return configuration([autoAllow.error]);
  const autoModeDisabled = isSwitchedOn({
    flag: flags.disableAutoMode,
    flagName: '--disable-auto-mode',
    env,
    variable: 'CALIBAN_DISABLE_AUTO_MODE',
    file: settings.disableAutoMode,
  });
  if (!autoModeDisabled.ok) return configuration([autoModeDisabled.error]);

  const bypasses = { ...flags, mode: mode.value, autoAllow: autoAllow.value };
  const refused = refusedBypasses(bypasses, settings);
  if (refused.length > 0) return configuration(refused);
  if (flags.noPermissions && autoAllow.value.value) {
    return fail({ kind: 'usage', messages: [`${NOBODY_IS_ASKED}; unset ${autoAllow.value.from}`] });
  }

  return ok({
    workspace: locations.workspace,
    rules: flags.noPermissions ? [] : rules,
    enforcedLayers: flags.noPermissions ? [] : enforcedLayers,
    seesThroughWrappers: settings.seeThroughWrappers?.value === true,
    mode: flags.noPermissions ? { value: 'disabled', from: '--no-permissions' } : mode.value,
    latched: flags.unlockBypass || flags.startInBypass,
    autoAllow: autoAllow.value,
    autoModeDisabled: autoModeDisabled.value,
    enforce: sourced(settings.enforce, false),
    hostFallback: hostFallback(settings),
    audit: auditSettings(settings, locations),
    warnings: loaded.warnings,
    files: loaded.files,
  });
}

/** For a gate: the mode it starts in, and the modes it must not enter. */
export function modeStart({ mode, latched, enforce }: Settings): ModeStart {
  const isDisabled = mode.value === 'disabled';
  return {
    mode: mode.value === 'disabled' ? 'default' : mode.value,
    latched,
    isDisabled,
    ...(enforce.value ? { enforcedBy: enforce.from } : {}),
  };
}

/** Under `enforce` it is at least an ask. */
export function hostFallback({ hostFallback: said, enforce }: PermissionSettings): From<HostFallback> {
  const fallback = sourced<HostFallback>(said, 'leave');
  if (enforce?.value !== true || fallback.value !== 'leave') return fallback;
  return { value: 'ask', from: `enforce in ${formatSource(enforce)}` };
}

export function auditSettings(settings: PermissionSettings, locations: Locations): AuditSettings {
  return {
    log: sourced(settings.auditLog, true),
    file: decisionLogFile(locations),
    maxBytes: sourced(settings.auditMaxBytes, 100 * 1024 * 1024),
    keep: sourced<number | null>(settings.auditKeep, null),
  };
}

function configuration(messages: readonly string[]): { readonly ok: false; readonly error: StartProblem } {
  return fail({ kind: 'configuration', messages });
}

function contradictions(flags: StartFlags): readonly string[] {
  const { noPermissions, hasRules, autoAllow, startInBypass, permissionMode } = flags;
  const isOtherMode = permissionMode !== undefined && permissionMode !== 'bypassPermissions';
  if (startInBypass && isOtherMode) return [TWO_MODES];
  if (!noPermissions) return [];
  return [
    ...(hasRules ? ['--no-permissions means no rules at all; leave out --allow, --deny and --ask'] : []),
    ...(autoAllow ? [`${NOBODY_IS_ASKED}; leave out --auto-allow`] : []),
  ];
}

const NOBODY_IS_ASKED = '--no-permissions asks no one';

export function sourced<Value>(
  said: { readonly value: Value; readonly file: string; readonly line: number } | undefined,
  otherwise: Value,
): From<Value> {
  return said === undefined ? { value: otherwise, from: 'built-in' } : { value: said.value, from: formatSource(said) };
}
const TWO_MODES =
  '--dangerously-skip-permissions starts in bypassPermissions; leave it out, or the other --permission-mode';
