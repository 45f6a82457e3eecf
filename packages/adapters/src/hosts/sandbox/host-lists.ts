import type { ConfinedHost, Confinement } from '@caliban/gate/confinement';
import type { LostPart } from './host-sandbox.ts';
import { ruleText } from './lost-parts.ts';

/** For an agent with an allow list and a deny list, where the deny list always wins. */
export type HostLists = {
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
  readonly lost: readonly LostPart[];
};

/** Only in the deny list. */
const EVERY_HOST = '*';

/** A deny beats every allow there, so an allow that comes before a deny of the same host is lost. */
export function hostLists({ network, hosts, otherHosts }: Confinement): HostLists {
  if (network === 'none') return { allowed: [], denied: [EVERY_HOST], lost: [] };
  const allowed = new Set<string>();
  const denied = new Set<string>();
  const lost: LostPart[] = [];
  for (const host of hosts) {
    const name = nameOf(host);
    if (name === null) {
      lost.push({ what: ruleText(host.rule), why: `\`${host.host}\` is not a name that the list of hosts accepts` });
      // When in doubt, allow less.
      if (host.outcome === 'closed') return { allowed: [], denied: [EVERY_HOST], lost };
    } else if (host.outcome === 'open') {
      allowed.add(name);
    } else if (!allowed.has(name)) {
      denied.add(name);
      for (const open of allowed) {
        if (!covers(name, open)) continue;
        const why = `a later rule denies \`${name}\`, and there a deny beats every allow; tighter than the rules`;
        lost.push({ what: `allow of \`${open}\``, why });
      }
    }
  }
  if (otherHosts === 'open')
    lost.push({
      what: 'hosts that no rule names',
      why: 'its list of hosts has no wildcard for all of them, so it asks about each; tighter than the rules',
    });
  return { allowed: [...allowed], denied: [...denied], lost: withoutRepeats(lost) };
}

/** The same host with and without a port loses the same part. */
function withoutRepeats(lost: readonly LostPart[]): readonly LostPart[] {
  return [...new Map(lost.map((part) => [`${part.what} ${part.why}`, part])).values()];
}

/** A name without a port applies to every port. A star is accepted only in front of at least two labels. */
function nameOf({ host }: ConfinedHost): string | null {
  const name = host.replace(/:\*$/, '');
  return /^(?:localhost|(?:\*\.)?[\w-]+(?:\.[\w-]+)+)(?::\d+)?$/.test(name) ? name : null;
}

function covers(wild: string, name: string): boolean {
  return wild.startsWith('*.') && name.endsWith(wild.slice(1));
}
