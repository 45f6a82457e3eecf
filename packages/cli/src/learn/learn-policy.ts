import type { Layer, Rule } from '@caliban/gate';
import type { LearnPolicy } from '@caliban/gate/learn';
import { LAYERS } from '@caliban/gate/types';
import { bookOptions } from '../judging/judge-request.ts';
import type { Policy } from '../policy/policy.ts';

/** The rules in force, split after those of the layer that learns. A project's own rules don't apply to other projects. */
export function learnPolicy(policy: Policy, scope: 'project' | 'user'): LearnPolicy {
  const at = LAYERS.indexOf(scope);
  const place = ({ source }: Rule) => LAYERS.indexOf(source.layer);
  const rules = scope === 'user' ? policy.rules.filter(({ source }) => !ELSEWHERE.has(source.layer)) : policy.rules;
  return {
    before: rules.filter((rule) => place(rule) <= at),
    after: rules.filter((rule) => place(rule) > at),
    options: bookOptions(policy),
    source: { layer: scope },
  };
}

const ELSEWHERE: ReadonlySet<Layer> = new Set(['project', 'local']);
