import { type Answer, explain, formatPattern, type Rule, type RuntimeRuleStore, type ToolCall } from '@caliban/gate';
import type { LayerFiles, Locations } from '@caliban/storage/internal/locations';
import { addRule } from '@caliban/storage/internal/rules/change-rules';
import type { RulePlace } from '@caliban/storage/internal/rules/choose-rule';
import { toWritten } from '@caliban/storage/internal/rules/written-rule';
import { keepTrust } from '../rules/keep-trust.ts';
import { changeError, targetOf } from '../rules/writing.ts';

type AlwaysAnswer = Extract<Answer, { kind: 'always' }>;

export type RuleMemoryParts = {
  readonly rules: RuntimeRuleStore;
  /** As they were loaded. */
  readonly fileRules: readonly Rule[];
  readonly locations: Locations;
  /** A file has been written. */
  readonly onSaved: () => void;
};

/**
 * An "always" holds at once, whatever becomes of its file; a file that cannot be written is thrown, for the operator to see.
 * `asked` is the call the question was about.
 */
export function ruleMemory(parts: RuleMemoryParts): (answer: AlwaysAnswer, asked: ToolCall | null) => Promise<void> {
  return async ({ rule, scope }, asked) => {
    parts.rules.add(rule);
    if (scope === 'session') return;
    const target = targetOf(parts.locations, scope);
    const place = asked === null ? 'bottom' : placeFor(rule, asked, target, parts);
    const written = toWritten(rule);
    const changed = await keepTrust(parts.locations, async () => {
      const first = await addRule(target, written, { place });
      // The file has changed since: the rule that asked may be gone.
      return first.ok || first.error.kind !== 'not-found' ? first : addRule(target, written, { place: 'top' });
    });
    if (changed.ok) return parts.onSaved();
    const { message } = changeError(changed.error);
    throw new Error(`the rule holds for this session, but was not saved: ${message}`);
  };
}

/** At the end, unless a rule of the same file would keep it from being heard the next time; then just before that one. */
function placeFor(
  rule: Rule,
  asked: ToolCall,
  { permissions }: LayerFiles,
  { fileRules, rules }: RuleMemoryParts,
): RulePlace {
  const beside = fileRules.filter(({ source, action }) => source.file === permissions && action !== rule.action);
  const parts = explain(beside, asked, { seesThroughWrappers: rules.book.seesThroughWrappers }).parts;
  const inTheWay = beside.findIndex((_, index) => parts.some(({ tried }) => tried[index]?.matches === true));
  return inTheWay === -1 ? 'bottom' : { before: formatPattern((beside[inTheWay] as Rule).pattern) };
}
