import { describeCall } from '@caliban/calls';
import { createRuleBook, DEFAULT_RULES, type Layer, parsePattern, type Rule, type RuleBook } from '@caliban/gate';
import type { FileLayer, WrittenRule } from '@caliban/storage';
import { FOLDS_CASE, type WorkspaceContext } from '../paths/workspace-context.ts';
import { outcomeOf, type ReplayOutcome } from '../replay/replay.ts';

/** The rules of each file as they are, or as they would be. */
export type LayeredRules = Readonly<Record<FileLayer, readonly Rule[]>>;

export type PolicyOptions = {
  readonly enforcedLayers: readonly Layer[];
  readonly seesThroughWrappers: boolean;
};

/** In the order in which layers are tried. */
export function bookOf(rules: LayeredRules, options: PolicyOptions): RuleBook {
  const all = [...rules.managed, ...rules.local, ...rules.project, ...rules.user, ...DEFAULT_RULES];
  return createRuleBook(all, { ...options, foldPaths: FOLDS_CASE });
}

/** The outcome for a call, given as tool and first argument. */
export function outcomeIn(book: RuleBook, world: WorkspaceContext, tool: string, text: string): ReplayOutcome {
  const input = tool === 'Bash' ? { command: text } : { path: text };
  const call = describeCall({ tool, input, context: world.context });
  return outcomeOf([{ call, world }], () => book);
}

/** Our own patterns always parse; imported ones have been checked. */
export function madeRule({ pattern, action, comment, reason }: WrittenRule, layer: Layer): Rule {
  const parsed = parsePattern(pattern);
  if (!parsed.ok) throw new Error(`proposed pattern \`${pattern}\`: ${parsed.error.message}`);
  return {
    pattern: parsed.value,
    action,
    source: { layer },
    ...(comment === undefined ? {} : { comment }),
    ...(reason === undefined ? {} : { reason }),
  };
}
