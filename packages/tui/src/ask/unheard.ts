import type { Layer, Rule, Scope } from '@caliban/gate';
import { ruleText } from '@caliban/gate/internal/filter/because-text';
import { LAYERS } from '@caliban/gate/internal/types/rule';

export const LAYER_OF: Readonly<Record<Scope, Layer>> = {
  session: 'runtime',
  local: 'local',
  project: 'project',
  user: 'user',
};

/** Why a rule kept there would not be heard next time; null when it would. */
export function unheardBecause(asking: Rule | undefined, scope: Scope): string | null {
  // A session rule that asks is gone at the next start, and in this session the newest rule comes first.
  if (asking === undefined || asking.source.layer === 'runtime') return null;
  const isAbove = LAYERS.indexOf(asking.source.layer) < LAYERS.indexOf(LAYER_OF[scope]);
  if (!isAbove) return null;
  switch (asking.source.layer) {
    case 'managed':
      return `it will not be heard: ${ruleText(asking)} is managed and asks first`;
    case 'cli':
      return `it is heard in this session, and later only without the flag: ${ruleText(asking)} asks first`;
    case 'local':
    case 'project':
    case 'user':
    case 'builtin':
      return `it is heard in this session only: from the next start ${ruleText(asking)} asks first; choose a scope above it`;
  }
}
