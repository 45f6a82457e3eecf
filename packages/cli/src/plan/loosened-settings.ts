import { isLooserMode } from '@caliban/storage/rules';
import type { PlanSide } from './plan-sides.ts';

export type LoosenedSettings = {
  /** Descriptions of settings by which calls may run that rules don't allow. */
  readonly undecided: readonly string[];
  /** Denies and asks no longer apply inside wrappers; that can be tested. */
  readonly wrappers: boolean;
};

/** What a change of settings loosens. Rules alone don't decide what runs then. */
export function loosenedSettings(before: PlanSide, after: PlanSide): LoosenedSettings {
  const unlocked = before.enforcedLayers.filter((layer) => !after.enforcedLayers.includes(layer));
  const [mode, newMode] = [before, after].map(({ settings }) => settings.defaultMode?.value ?? 'default') as [
    NonNullable<PlanSide['settings']['defaultMode']>['value'],
    NonNullable<PlanSide['settings']['defaultMode']>['value'],
  ];
  const undecided = [
    isGone(before, after, 'enforce') ? '`enforce` is no longer on' : null,
    unlocked.length > 0 ? `denies of ${unlocked.join(' and ')} rules are no longer locked` : null,
    isGone(before, after, 'disableAutoMode') ? '`disable_auto_mode` is no longer on' : null,
    isLooserMode(newMode, mode) ? `\`default_mode\` goes from ${mode} to ${newMode}` : null,
    before.settings.projectRules?.value === 'tighten-only' && after.settings.projectRules?.value !== 'tighten-only'
      ? '`project_rules` is no longer "tighten-only"'
      : null,
    before.fallback !== 'leave' && after.fallback === 'leave'
      ? `\`host_fallback\` goes from ${before.fallback} to leave`
      : null,
  ];
  return {
    undecided: undecided.filter((text) => text !== null),
    wrappers: before.seesThroughWrappers && !after.seesThroughWrappers,
  };
}

function isGone({ settings }: PlanSide, after: PlanSide, name: 'enforce' | 'disableAutoMode'): boolean {
  return settings[name]?.value === true && after.settings[name]?.value !== true;
}
