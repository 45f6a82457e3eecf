import type { RuleBook } from '@caliban/gate';
import { openPackedPolicy } from '@caliban/storage/internal/compiled/packed-policy';
import type { Args } from './args.ts';
import { packOptions } from './pack-options.ts';
import { locationsAt, type Where } from './places.ts';
import type { Policy } from './policy.ts';
import { policyOfSettings } from './policy-of-settings.ts';
import type { Terminal } from './terminal.ts';

export type PackedPolicyAt = {
  readonly policy: Omit<Policy, 'rules'>;
  /** Throws where only the files can tell. */
  readonly book: RuleBook;
  readonly close: () => void;
};

/** As a hook has packed it; null where there is nothing to believe, or the command line has rules of its own. */
export function packedPolicyAt(where: Where, args: Args, terminal: Terminal): PackedPolicyAt | null {
  if (args.text('rules') !== undefined || args.rules.length > 0 || args.isSet('no-defaults')) return null;
  const packed = openPackedPolicy(packOptions(locationsAt(where, terminal)));
  if (packed === null) return null;
  const { settings, lockedLayers, warnings, book, close } = packed;
  if (warnings !== null)
    return { policy: policyOfSettings({ settings, lockedLayers, warnings }, args, terminal), book, close };
  close();
  return null;
}
