import type { AbsolutePath } from '@caliban/calls';
import { formatPattern, type Rule } from '@caliban/gate';
import type { ConfinedPath, Confinement } from '@caliban/gate/confinement';
import type { LostPart } from './host-sandbox.ts';
import { below } from './spelled-path.ts';

/** Rules that no list of paths and hosts can express, in any sandbox. */
export function lostByRules({ inexpressible }: Confinement): readonly LostPart[] {
  return inexpressible.map(({ rule, effect, reason }) => ({
    what: rule === null ? 'the rules together' : ruleText(rule),
    why: `${reason}; ${effect} than the rules`,
  }));
}

export function lostPath({ path, rule }: ConfinedPath, why: string): LostPart {
  return { what: rule === null ? path : `${ruleText(rule)}, at ${path}`, why };
}

/** A directory of caliban's outside the workspace that doesn't exist yet. Listing it would block its name for everything else. */
export function isOwnToCome({ path, kind, rule }: ConfinedPath, workspace: AbsolutePath): boolean {
  return rule === null && kind === 'missing' && below(path, workspace) === null;
}

export function ruleText({ action, pattern }: Rule): string {
  return `${action} \`${formatPattern(pattern)}\``;
}
