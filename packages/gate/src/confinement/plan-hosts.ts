import { matchesEveryText } from '@caliban/calls/globs';
import type { UrlGlob } from '@caliban/calls/types';
import { specFor } from '../pattern/parse-pattern.ts';
import { matchesTool } from '../pattern/tool-glob.ts';
import type { Rule } from '../types/rule.ts';
import type { ConfinedHost, Confinement, ConfinementContext, Inexpressible, Outcome } from './confinement-types.ts';

type HostPlan = Pick<Confinement, 'network' | 'hosts' | 'otherHosts'>;

/** Rules about WebFetch as hosts. Without a written rule the network is open. */
export function planHosts(
  rules: readonly Rule[],
  { enforcedLayers = [] }: ConfinementContext,
  notes: Inexpressible[],
): HostPlan {
  // A locked layer's denies come first, because no other layer lifts them.
  const locked = rules.filter(({ source, action }) => enforcedLayers.includes(source.layer) && action === 'deny');
  const hosts: ConfinedHost[] = [];
  let otherHosts: Outcome = 'open';
  for (const rule of [...locked, ...rules]) {
    if (rule.source.layer === 'builtin' || !matchesTool(rule.pattern.tool, 'WebFetch')) continue;
    const spec = specFor(rule.pattern, 'WebFetch');
    if (spec === null) continue;
    const outcome: Outcome = rule.action === 'allow' ? 'open' : 'closed';
    if (spec.fields.length > 0) {
      notes.push({
        rule,
        effect: outcome === 'open' ? 'tighter' : 'looser',
        reason: 'it looks at fields of a tool, which a command does not have',
      });
    } else if (spec.argument === null) {
      if (rule.action === 'ask') notes.push({ rule, effect: 'looser', reason: ASKS_FOR_THE_TOOL });
      otherHosts = rule.action === 'deny' ? 'closed' : 'open';
      break;
    } else if (spec.argument.kind === 'url') {
      hosts.push(...hostsOf(rule, spec.argument.glob, outcome, notes));
    }
  }
  if (hosts.every(({ outcome }) => outcome === otherHosts))
    return { network: otherHosts === 'open' ? 'all' : 'none', hosts: [], otherHosts };
  return { network: 'by-host', hosts, otherHosts };
}

const ASKS_FOR_THE_TOOL =
  'it asks about every call of a tool and names no host, so it says nothing about the network of a command';

function hostsOf(
  rule: Rule,
  { parts, text }: UrlGlob,
  outcome: Outcome,
  notes: Inexpressible[],
): readonly ConfinedHost[] {
  if (parts === null) {
    const effect = outcome === 'open' ? 'tighter' : 'looser';
    notes.push({ rule, effect, reason: `\`${text}\` names no scheme, so no host can be told from it` });
    return [];
  }
  const isWhole =
    parts.rest.some(matchesEveryText) || parts.rest.some(({ text: rest }) => rest === '/*' || rest === '/**');
  if (!isWhole) {
    // A filter only sees the name of an encrypted connection.
    if (outcome === 'open') {
      notes.push({
        rule,
        effect: 'tighter',
        reason: 'it allows a part of a host; a command reaches a whole host or none of it',
      });
      return [];
    }
    notes.push({
      rule,
      effect: 'tighter',
      reason: 'it denies a part of a host; a command reaches a whole host or none of it',
    });
  }
  return parts.authorities.map(({ text: host }) => ({ host, outcome, rule }));
}
