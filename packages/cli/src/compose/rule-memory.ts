import { type Answer, explain, formatPattern, type Rule, type RuntimeRuleStore, type ToolCall } from '@caliban/gate';
import { TOOL_PROFILES } from '@caliban/gate/internal/describe/tool-profiles';
import { isRecord } from '@caliban/gate/internal/types/json';
import type { LayerFiles, Locations } from '@caliban/storage/internal/locations';
import { addRule } from '@caliban/storage/internal/rules/change-rules';
import type { RulePlace } from '@caliban/storage/internal/rules/choose-rule';
import { toWritten } from '@caliban/storage/internal/rules/written-rule';
import type { TestPlace } from '../checks/add-test.ts';
import { keepTrust } from '../rules/keep-trust.ts';
import { changeError, targetOf } from '../rules/writing.ts';

type AlwaysAnswer = Extract<Answer, { kind: 'always' }>;

export type RuleMemoryParts = {
  readonly rules: RuntimeRuleStore;
  /** As they were loaded. */
  readonly fileRules: readonly Rule[];
  readonly locations: Locations;
  /** Where a test is judged. */
  readonly world: TestPlace['world'];
  /** A file has been written. */
  readonly onSaved: () => void;
};

/**
 * An "always" holds at once, whatever becomes of its file; a file that cannot be written is thrown, for the operator to see.
 * `asked` is the call the question was about.
 */
export function ruleMemory(parts: RuleMemoryParts): (answer: AlwaysAnswer, asked: ToolCall | null) => Promise<void> {
  return async ({ rule, scope, testOf }, asked) => {
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
    if (changed.ok) {
      if (testOf !== undefined) await saveTest(rule, testOf, { ...parts, target });
      return parts.onSaved();
    }
    const { message } = changeError(changed.error);
    throw new Error(`the rule holds for this session, but was not saved: ${message}`);
  };
}

/** Only what the rule is about: a test needs no file contents. A test that cannot be written leaves the rule as it is. */
async function saveTest(rule: Rule, { tool, input }: TestedCall, place: TestPlace): Promise<void> {
  const field = TOOL_PROFILES.get(tool)?.argument?.field;
  const all = isRecord(input) ? input : {};
  const call = { tool, input: field === undefined ? all : { [field]: all[field] } };
  const { addTest } = await import('../checks/add-test.ts');
  const added = await addTest(rule, place, [call]);
  if (!added.ok) throw new Error(`the rule was saved; ${added.error}`);
}

type TestedCall = NonNullable<AlwaysAnswer['testOf']>;

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
