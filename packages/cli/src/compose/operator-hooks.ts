import { type CommandHookPlace, commandHook } from '@caliban/agent/internal/hooks/command-hook';
import { CompositeHooks, type Hook } from '@caliban/gate';
import { formatSource, type Sourced } from '@caliban/storage/internal/rules/rule-file';
import type { HookSetting } from '@caliban/storage/internal/settings/settings';
import { ConfigurationError } from '../command-line/problems.ts';

/** The `[[hooks]]` of the settings, in order, as one. */
export function operatorHooks(settings: readonly Sourced<HookSetting>[], place: CommandHookPlace): CompositeHooks {
  const hooks = settings.map((said): Hook => {
    const hook = commandHook(said.value, place);
    if (!hook.ok) throw new ConfigurationError([`${formatSource(said)}: ${hook.error}`]);
    return hook.value;
  });
  return new CompositeHooks(hooks, { report: place.report });
}
