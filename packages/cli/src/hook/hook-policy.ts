import { ok } from '@caliban/calls/types';
import type { RuleBook } from '@caliban/gate';
import type { RulesInForce } from '@caliban/gate/ask';
import type { Locations, PermissionSettings } from '@caliban/storage';
import { openPackedPolicy, type PackedPolicy, type PackOptions } from '@caliban/storage/packed';
import type { Unaccepted } from '@caliban/storage/trust';
import { ConfigurationError } from '../command-line/problems.ts';
import { packOptions } from '../policy/pack-options.ts';
import { resolveSettings, type Settings } from '../policy/settings.ts';
import type { HookCaller } from './hook-caller.ts';

/** The policy of a start in this place. */
export type HookPolicy = {
  readonly book: RuleBook;
  readonly settings: Settings;
  /** What the files alone say. */
  readonly permissions: PermissionSettings;
  /** Project rules that are left out because this user hasn't accepted them; null: none. */
  readonly unaccepted: Unaccepted | null;
  /** Reads the files, if the pack turns out to be broken. */
  readonly reload: () => Promise<HookPolicy>;
  /** For the text of a refusal; undefined if the files no longer load, or have too many rules to try. */
  readonly inForce: () => Promise<RulesInForce | undefined>;
  /** Writes the pack for the next process. */
  readonly savePack: () => Promise<void>;
  readonly close: () => void;
};

/** From the pack if that is valid, else from the files. */
export async function hookPolicy(locations: Locations, env: HookCaller['env']): Promise<HookPolicy> {
  const options = packOptions(locations);
  const packed = openPackedPolicy(options);
  const place = { options, locations, env };
  return packed === null ? fromFiles(place) : policyOf(packed, place);
}

type PolicyPlace = {
  readonly options: PackOptions;
  readonly locations: Locations;
  readonly env: HookCaller['env'];
};

async function fromFiles(place: PolicyPlace): Promise<HookPolicy> {
  const { policyFromFiles } = await import('./policy-from-files.ts');
  return policyOf(await policyFromFiles(place.options, place), place);
}

function policyOf(packed: PackedPolicy, place: PolicyPlace): HookPolicy {
  const { locations, env } = place;
  const { book, settings, enforcedLayers, unaccepted, keep: savePack, close } = packed;
  const resolved = resolveSettings({
    flags: NO_FLAGS,
    env,
    loaded: { policy: ok({ rules: [], settings, enforcedLayers }), warnings: [], tests: [], files: [] },
    locations,
  });
  if (!resolved.ok) throw new ConfigurationError(resolved.error.messages);
  let inForce: ReturnType<typeof readInForce> | undefined;
  return {
    book,
    settings: resolved.value,
    permissions: settings,
    unaccepted,
    savePack,
    close,
    reload() {
      close();
      return fromFiles(place);
    },
    inForce: () => (inForce ??= book.rules.size > MAX_TRIED ? NOT_TRIED : readInForce(locations)),
  };
}

/** With more rules, the remedies in a refusal aren't tested: every test reads and compiles all rules while the host waits. */
const MAX_TRIED = 5000;
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
  startInBypass: false,
  hasRules: false,
} as const;
