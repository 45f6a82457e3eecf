import { matchesText, parseTextGlob } from '@caliban/calls/globs';
import type { ConfinedHost, Confinement } from '@caliban/gate/confinement';
import { nameOf } from './violations.ts';

/** A host that a program wants to reach, as the proxy reports it. */
export type HostPlace = { readonly host: string; readonly port: number | undefined };

export type HostVerdict = { readonly outcome: 'open' | 'closed'; readonly text: string };

/** The first matching host of the profile decides, with or without the port. */
export function hostVerdict({ hosts, otherHosts }: Confinement, place: HostPlace): HostVerdict {
  const names = spellings(place);
  const decides = hosts.find((host) => names.some((name) => matches(host, name)));
  const outcome = decides?.outcome ?? otherHosts;
  const by = decides === undefined ? 'because no rule about WebFetch opens it' : `blocked by ${nameOf(decides.rule)}`;
  return { outcome, text: `${place.host} is not reachable from commands, ${by}` };
}

/** A port that a URL would omit is omitted too. */
function spellings({ host, port }: HostPlace): readonly string[] {
  const name = normalName(host);
  if (port === undefined) return [name];
  return port === 80 || port === 443 ? [name, `${name}:${port}`] : [`${name}:${port}`];
}

/** The spelling that rules use: one address can be written in many ways. */
function normalName(host: string): string {
  const written = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const name = URL.canParse(`http://${written}/`) ? new URL(`http://${written}/`).hostname : written.toLowerCase();
  return name.replace(/\.$/, '');
}

function matches({ host }: ConfinedHost, name: string): boolean {
  return matchesText(parseTextGlob(host), name);
}
