import type { RuleBook } from '@caliban/gate';
import { ok } from '@caliban/gate/internal/types/result';
import type { Locations } from '@caliban/storage/internal/locations';
import { openPackedPolicy, type PackedPolicy, type PackOptions } from '@caliban/storage/internal/packed/packed-policy';
import type { PermissionSettings } from '@caliban/storage/internal/rules/rule-file';
import { ConfigurationError } from '../command-line/problems.ts';
import { packOptions } from '../policy/pack-options.ts';
import { resolveSettings, type Settings } from '../policy/settings.ts';

/** What a start in this place would judge by. */
export type HookPolicy = {
  readonly book: RuleBook;
  readonly settings: Settings;
  /** What the files alone say. */
  readonly permissions: PermissionSettings;
  /** Broken after all: read from the files themselves. */
  readonly anew: () => Promise<HookPolicy>;
  /** For a call that needs more than the rules that may match it. */
  readonly wholeBook: () => Promise<RuleBook>;
  /** For the next process. */
  readonly keep: () => void;
};

/** Packed where that can be believed, else from the files. */
export async function hookPolicy(locations: Locations): Promise<HookPolicy> {
  const options = packOptions(locations);
  const packed = openPackedPolicy(options);
  return packed === null ? fromFiles(options, locations) : settled(packed, options, locations);
}

async function fromFiles(options: PackOptions, locations: Locations): Promise<HookPolicy> {
  const { policyFromFiles } = await import('./policy-from-files.ts');
  return settled(await policyFromFiles(options, locations), options, locations);
}

function settled(packed: PackedPolicy, options: PackOptions, locations: Locations): HookPolicy {
  const { book, settings, lockedLayers, keep, close } = packed;
  const resolved = resolveSettings({
    flags: NO_FLAGS,
    env: process.env,
    loaded: { policy: ok({ rules: [], settings, lockedLayers }), warnings: [], files: [] },
    locations,
  });
  if (!resolved.ok) throw new ConfigurationError(resolved.error.messages);
  return {
    book,
    settings: resolved.value,
    permissions: settings,
    keep,
    anew() {
      close();
      return fromFiles(options, locations);
    },
    wholeBook: async () => (await import('./policy-from-files.ts')).wholeBook(locations),
  };
}

const NO_FLAGS = {
  permissionMode: undefined,
  noPermissions: false,
  autoAllow: false,
  disableAutoMode: false,
  unlockBypass: false,
  hasRules: false,
} as const;
