import type { RuleBook } from '@caliban/gate';
import type { RulesInForce } from '@caliban/gate/internal/ask/judge-with-allow';
import { ok } from '@caliban/gate/internal/types/result';
import type { Locations } from '@caliban/storage/internal/locations';
import { openPackedPolicy, type PackedPolicy, type PackOptions } from '@caliban/storage/internal/packed/packed-policy';
import type { PermissionSettings } from '@caliban/storage/internal/rules/rule-file';
import type { Unaccepted } from '@caliban/storage/internal/trust/unaccepted';
import { ConfigurationError } from '../command-line/problems.ts';
import { packOptions } from '../policy/pack-options.ts';
import { resolveSettings, type Settings } from '../policy/settings.ts';

/** What a start in this place would judge by. */
export type HookPolicy = {
  readonly book: RuleBook;
  readonly settings: Settings;
  /** What the files alone say. */
  readonly permissions: PermissionSettings;
  /** What of the project is left out, because this user has not accepted it; null: nothing. */
  readonly unaccepted: Unaccepted | null;
  /** Broken after all: read from the files themselves. */
  readonly anew: () => Promise<HookPolicy>;
  /** For a call that needs more than the rules that may match it. */
  readonly wholeBook: () => Promise<RuleBook>;
  /** For the wording of a refusal; undefined where the files do not load any more, or hold too much to be tried. */
  readonly inForce: () => Promise<RulesInForce | undefined>;
  /** For the next process. */
  readonly keep: () => Promise<void>;
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
  const { book, settings, lockedLayers, unaccepted, keep, close } = packed;
  const resolved = resolveSettings({
    flags: NO_FLAGS,
    env: process.env,
    loaded: { policy: ok({ rules: [], settings, lockedLayers }), warnings: [], tests: [], files: [] },
    locations,
  });
  if (!resolved.ok) throw new ConfigurationError(resolved.error.messages);
  let inForce: ReturnType<typeof readInForce> | undefined;
  return {
    book,
    settings: resolved.value,
    permissions: settings,
    unaccepted,
    keep,
    anew() {
      close();
      return fromFiles(options, locations);
    },
    inForce: () => (inForce ??= book.rules.size > MOST_TRIED ? NOT_TRIED : readInForce(locations)),
    wholeBook: async () => (await import('./whole-book.ts')).wholeBook(locations),
  };
}

/** With more, what a refusal offers is not tried first: every try reads and compiles them all, while a host waits. */
const MOST_TRIED = 5000;
const NOT_TRIED = Promise.resolve(undefined);

async function readInForce(locations: Locations): Promise<RulesInForce | undefined> {
  const { rulesInForce } = await import('./policy-from-files.ts');
  return rulesInForce(locations).catch(() => undefined);
}

const NO_FLAGS = {
  permissionMode: undefined,
  noPermissions: false,
  autoAllow: false,
  disableAutoMode: false,
  unlockBypass: false,
  hasRules: false,
} as const;
