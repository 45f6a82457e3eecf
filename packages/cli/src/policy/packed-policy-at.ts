import type { RuleBook } from '@caliban/gate';
import { openPackedPolicy, type PackedPolicy, type PackOptions } from '@caliban/storage/packed';
import type { Args } from '../command-line/args.ts';
import type { PolicyPlace } from '../hook/policy-from-files.ts';
import { locationsAt, type Where } from '../paths/locations-at.ts';
import type { Terminal } from '../process/terminal.ts';
import { packOptions } from './pack-options.ts';
import type { Policy } from './policy.ts';
import { policyOfSettings } from './policy-of-settings.ts';

export type PackedPolicyAt =
  | {
      readonly kind: 'packed';
      readonly policy: Omit<Policy, 'rules' | 'unaccepted'>;
      /** Throws if only the files can decide. */
      readonly book: RuleBook;
      readonly close: () => void;
    }
  /** There is no valid pack. */
  | { readonly kind: 'not-packed'; readonly pack: () => Promise<void> }
  /**
   * The command line has its own rules, the files have more warnings than a pack stores, or the pack leaves out rules that this
   * user hasn't accepted.
   */
  | { readonly kind: 'files-only' };

export function packedPolicyAt(where: Where, args: Args, terminal: Terminal): PackedPolicyAt {
  const isOther = args.isSet('no-defaults') || args.isSet('confined');
  if (args.text('rules') !== undefined || args.rules.length > 0 || isOther) return { kind: 'files-only' };
  const locations = locationsAt(where, terminal);
  const options = packOptions(locations);
  const packed = openPackedPolicy(options);
  if (packed === null) return { kind: 'not-packed', pack: () => pack(options, { locations, env: terminal.env }) };
  const { settings, enforcedLayers, warnings, unaccepted, book, close } = packed;
  if (warnings !== null && unaccepted === null && !isTightened({ settings, enforcedLayers }))
    return {
      kind: 'packed',
      policy: policyOfSettings({ settings, enforcedLayers, warnings }, args, terminal),
      book,
      close,
    };
  close();
  return { kind: 'files-only' };
}

/**
 * The user's denies override a project's asks although `enforce` isn't set: a session that has asked about the project may decide
 * differently.
 */
function isTightened({ settings, enforcedLayers }: Pick<PackedPolicy, 'settings' | 'enforcedLayers'>): boolean {
  return enforcedLayers.includes('user') && settings.enforce?.layer !== 'user';
}

async function pack(options: PackOptions, place: PolicyPlace): Promise<void> {
  const { policyFromFiles } = await import('../hook/policy-from-files.ts');
  const packed = await policyFromFiles(options, place);
  await packed.keep();
  packed.close();
}
