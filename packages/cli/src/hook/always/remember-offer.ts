import type { HostName } from '@caliban/adapters';
import { OFFERED_SCOPES, offeredRules } from '@caliban/adapters/hosts';
import { errorText } from '@caliban/calls/text';
import type { Locations } from '@caliban/storage';
import { standardError } from '../../process/standard-output.ts';
import { hostAllows, isOffered } from './host-allows.ts';
import { keepOffer, offerFile } from './offer-file.ts';

export type AskedByHost = { readonly host: HostName; readonly payload: unknown; readonly locations: Locations };

/**
 * Before a host's dialog: stores the rules behind its "don't ask again" that aren't in the host's files yet. The host doesn't
 * report the answer. A rule that is there after the call was chosen.
 */
export function rememberOffer({ host, payload, locations }: AskedByHost): void {
  try {
    const offered = offeredRules(host, payload);
    const file = offered.length === 0 ? null : offerFile(locations, host, payload);
    if (file === null) return;
    const fresh = OFFERED_SCOPES.flatMap((scope) => {
      const rules = offered.filter((rule) => rule.scope === scope);
      const there = rules.length === 0 ? [] : hostAllows(scope, locations);
      return there === null ? [] : rules.filter((rule) => !there.some((allow) => isOffered(allow, rule)));
    });
    if (fresh.length > 0) keepOffer(file, fresh);
  } catch (error) {
    standardError(`caliban: what ${host} offers could not be remembered: ${errorText(error)}\n`);
  }
}
