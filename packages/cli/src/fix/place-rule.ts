import { visible } from '@caliban/calls/text';
import { formatPattern, parsePattern, type Rule, type Verdict } from '@caliban/gate';
import { indexAt, placesAgainst, type RulesInForce, ruleOf, shellQuote } from '@caliban/gate/ask';
import { type Change, type FilePlace, judgeBy, type Trial } from './fix.ts';

/** A pattern, spelled for that place; null if it can't be written there. */
export type Candidate = { readonly patternIn: (place: FilePlace) => string | null; readonly about: string };

export function fixed(pattern: string | null, about = ''): Candidate {
  return { patternIn: () => pattern, about };
}

export type Wanted = { readonly action: 'allow' | 'deny'; readonly isEnough: (verdict: Verdict) => boolean };

export type Placed = { readonly change: Change; readonly rules: readonly Rule[]; readonly verdict: Verdict };

/**
 * Adds the rule where it takes effect: before the rule that decides now, then before whatever decides instead. Null if no place
 * works.
 */
export function placedRule(
  { patternIn }: Candidate,
  { action, isEnough }: Wanted,
  { call, verdict, inForce }: Trial,
): Placed | null {
  let against = ruleOf(verdict);
  for (let tries = 0; tries < MAX_OVERTAKEN; tries++) {
    let last: Verdict | null = null;
    for (const place of placesAgainst(against, 'rule')) {
      if (place.layer === 'cli' || (action === 'allow' && isSetAside(place, inForce))) continue;
      const pattern = patternIn(place);
      const added = pattern === null ? null : addedAt(place, { pattern, action }, inForce);
      if (added === null) continue;
      last = judgeBy(added.rules, call, inForce);
      if (isEnough(last)) return { ...added, verdict: last };
    }
    const next = last === null ? undefined : ruleOf(last);
    if (next === undefined || next === against) return null;
    against = next;
  }
  return null;
}

const MAX_OVERTAKEN = 4;

function isSetAside({ layer }: FilePlace, { projectOnlyTightens = false }: RulesInForce): boolean {
  return projectOnlyTightens && layer !== 'user';
}

type NewRule = { readonly pattern: string; readonly action: 'allow' | 'deny' };

function addedAt(
  place: FilePlace,
  { pattern, action }: NewRule,
  { rules }: RulesInForce,
): Omit<Placed, 'verdict'> | null {
  const parsed = parsePattern(pattern);
  const index = indexAt(place, rules);
  if (!parsed.ok || index === null || visible(pattern) !== pattern || pattern.length > MAX_PATTERN) return null;
  const rule: Rule = { pattern: parsed.value, action, source: { layer: place.layer } };
  const scope = place.layer === 'project' ? '' : ` --scope ${place.layer}`;
  const at = typeof place.at === 'string' ? place.at : `before ${formatPattern(place.at.before.pattern)}`;
  const where = at === 'bottom' ? '' : ` --at ${at === 'top' ? at : shellQuote(at)}`;
  const command = `caliban perms add ${shellQuote(pattern)} ${action}${scope}${where}`;
  return { change: { kind: 'add', rule, place, command }, rules: rules.toSpliced(index, 0, rule) };
}

const MAX_PATTERN = 2000;
