import { type CommandHookPlace, commandHook } from '@caliban/agent';
import { CompositeHooks, type Hook } from '@caliban/gate';
import type { HookSetting, Sourced } from '@caliban/storage';
import { formatSource } from '@caliban/storage/rules';
import { ConfigurationError } from '../command-line/problems.ts';

/** All `[[hooks]]` of the settings, in order, as one hook. */
export function operatorHooks(settings: readonly Sourced<HookSetting>[], place: CommandHookPlace): CompositeHooks {
  const hooks = settings.map((said): Hook => {
    const hook = commandHook(said.value, place);
    if (!hook.ok) throw new ConfigurationError([`${formatSource(said)}: ${hook.error}`]);
    return hook.value;
  });
  return new CompositeHooks(hooks, { report: place.report });
}
