import { formatPattern, type Layer, type Question, type Rule, type Scope } from '@caliban/gate';
import { ruleText } from '@caliban/gate/internal/filter/because-text';
import { ruleVerdict } from '@caliban/gate/internal/filter/rule-verdict';
import { LAYERS } from '@caliban/gate/internal/types/rule';
import { spelledOut } from '../fields/spelled.ts';

export const LAYER_OF: Readonly<Record<Scope, Layer>> = {
  session: 'runtime',
  local: 'local',
  project: 'project',
  user: 'user',
};

/** A rule kept there would not be heard next time: `by` asks first. */
type Unheard = { readonly when: 'ever' | 'with-the-flag' | 'from-the-next-start'; readonly by: Rule };

/** Why a rule kept there would not be heard next time; null when it would. */
export function unheardBecause(question: Question, scope: Scope): string | null {
  const unheard = unheardIn(question, scope);
  if (unheard === null) return null;
  const asking = ruleText(unheard.by);
  switch (unheard.when) {
    case 'ever':
      return `it will not be heard: ${asking} is managed and asks first`;
    case 'with-the-flag':
      return `it is heard in this session, and later only without the flag: ${asking} asks first`;
    case 'from-the-next-start':
      return `it is heard in this session only: from the next start ${asking} asks first; choose a scope above it`;
  }
}

/** What came of "always", once the rule is kept: no more than what was said before. */
export function savedText({ pattern, action }: Rule, scope: Scope, question: Question): string {
  const unheard = unheardIn(question, scope);
  const since = unheard === null ? 'from now on' : unheard.when === 'ever' ? 'saved but not heard' : 'in this session';
  const later = unheard?.when === 'with-the-flag' ? '; later only without the flag' : '';
  return `${action} ${since}: ${spelledOut(formatPattern(pattern))} (${scope}${later})`;
}

function unheardIn({ verdict }: Question, scope: Scope): Unheard | null {
  const { because } = ruleVerdict(verdict);
  // A session rule that asks is gone at the next start, and in this session the newest rule comes first.
  if (because.kind !== 'rule' || because.rule.source.layer === 'runtime') return null;
  const { rule: by } = because;
  if (LAYERS.indexOf(by.source.layer) >= LAYERS.indexOf(LAYER_OF[scope])) return null;
  switch (by.source.layer) {
    case 'managed':
      return { when: 'ever', by };
    case 'cli':
      return { when: 'with-the-flag', by };
    case 'runtime':
    case 'local':
    case 'project':
    case 'user':
    case 'builtin':
      return { when: 'from-the-next-start', by };
  }
}
