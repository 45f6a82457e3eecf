import { resolve } from 'node:path';
import type { LoadedPolicy, LoadedRules } from '@caliban/storage';
import { formatSource } from '@caliban/storage/rules';
import type { Args } from '../command-line/args.ts';
import { ConfigurationError } from '../command-line/problems.ts';
import type { Terminal } from '../process/terminal.ts';
import { chosenMode, isSwitchedOn } from './chosen-mode.ts';
import type { Policy } from './policy.ts';

/** The settings of the files, combined with flags and environment. */
export function policyOfSettings(
  { settings, enforcedLayers, warnings }: Omit<LoadedPolicy, 'rules'> & Pick<LoadedRules, 'warnings'>,
  args: Args,
  { env, cwd }: Pick<Terminal, 'env' | 'cwd'>,
): Omit<Policy, 'rules' | 'unaccepted'> {
  const mode = chosenMode({ flag: args.text('mode'), flagName: '--mode', env, file: settings.defaultMode });
  if (!mode.ok) throw new ConfigurationError([mode.error]);
  const autoModeDisabled = isSwitchedOn({
    flag: false,
    flagName: '--disable-auto-mode',
    env,
    variable: 'CALIBAN_DISABLE_AUTO_MODE',
    file: settings.disableAutoMode,
  });
  if (!autoModeDisabled.ok) throw new ConfigurationError([autoModeDisabled.error]);
  return {
    enforcedLayers,
    seesThroughWrappers: settings.seeThroughWrappers?.value === true,
    mode: mode.value.value,
    enforcedBy: settings.enforce?.value === true ? formatSource(settings.enforce) : undefined,
    autoModeDisabled: autoModeDisabled.value.value,
    permissions: settings,
    autoModeConfig: autoModeConfig(args, { cwd }),
    warnings,
    confines: args.isSet('confined'),
  };
}

/** Relative to the current directory, whichever workspace was named. */
export function autoModeConfig(args: Args, { cwd }: Pick<Terminal, 'cwd'>): string | undefined {
  const file = args.text('auto-mode-config');
  return file === undefined ? undefined : resolve(cwd, file);
}
