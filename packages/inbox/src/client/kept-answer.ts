import { type Answer, type KeptRule, parsePattern } from '@caliban/gate';
import { LAYER_OF } from '@caliban/gate/inspect';
import type { AskView, SentRule, SentRules } from '../ask/ask.ts';

/** The "always" of an answer. Null: it has no rules, or the agent did not say that it keeps any. */
export function keptAnswer({ ask, answer }: AskView): Extract<Answer, { kind: 'always' }> | null {
  const { always } = answer ?? {};
  if (always === undefined || ask.context.keepsRules !== true) return null;
  const action = answer?.kind === 'denied' ? 'deny' : 'allow';
  const { scope, rules } = always;
  // A rule that this version can't read is left out; the answer counts all the same.
  const [first, ...also] = rules.flatMap((sent) => keptRule(sent, { action, scope }) ?? []);
  if (first === undefined) return null;
  return { kind: 'always', ...first, scope, by: 'operator', ...(also.length === 0 ? {} : { also }) };
}

type Kind = { readonly action: 'allow' | 'deny'; readonly scope: SentRules['scope'] };

function keptRule({ pattern: written, ...notes }: SentRule, { action, scope }: Kind): KeptRule | null {
  const pattern = parsePattern(written);
  if (!pattern.ok) return null;
  return { rule: { pattern: pattern.value, action, source: { layer: LAYER_OF[scope] }, ...notes } };
}
