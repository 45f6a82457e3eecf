import { type Result, TOOL_PROFILES, type ToolCall } from '@caliban/calls';
import { fail, isRecord, ok } from '@caliban/calls/types';
import {
  type Answer,
  explain,
  formatPattern,
  type KeptRule,
  type Rule,
  type RuntimeRuleStore,
  type Scope,
} from '@caliban/gate';
import { addRule, type LayerFiles, type Locations, type RulePlace } from '@caliban/storage';
import { toWritten } from '@caliban/storage/rules';
import type { TestPlace } from '../checks/add-test.ts';
import { keepTrust } from '../rules/keep-trust.ts';
import { changeError, targetOf } from '../rules/writing.ts';

type AlwaysAnswer = Extract<Answer, { kind: 'always' }>;
type FileScope = Exclude<Scope, 'session'>;

export type RuleFileParts = {
  readonly seesThroughWrappers: boolean | undefined;
  /** The rules of the files at startup. */
  readonly fileRules: readonly Rule[];
  readonly locations: Locations;
  /** The context in which a test is judged. */
  readonly world: TestPlace['world'];
};

export type RuleMemoryParts = Omit<RuleFileParts, 'seesThroughWrappers'> & {
  readonly rules: RuntimeRuleStore;
  /** Called after a file has been written. */
  readonly onSaved: () => void;
};

/** An "always" applies at once, even if its file can't be written; that error is thrown, so that the operator sees it. */
export function ruleMemory(parts: RuleMemoryParts): (answer: AlwaysAnswer, asked: ToolCall) => Promise<void> {
  return async ({ scope, rule, testOf, also = [], inbox }, asked) => {
    const kept: readonly KeptRule[] = [{ rule, ...(testOf === undefined ? {} : { testOf }) }, ...also];
    for (const each of kept) parts.rules.add(each.rule);
    // An answer from the inbox: its server has written the file.
    if (scope === 'session' || inbox !== undefined) return;
    const { seesThroughWrappers } = parts.rules.book;
    for (const each of kept) {
      const saved = await saveRule({ ...each, scope }, asked, { ...parts, seesThroughWrappers });
      if (!saved.ok) throw new Error(`the rule applies to this session, but was not saved: ${saved.error}`);
    }
    parts.onSaved();
  };
}

/** Writes the rule to the file of its scope, at a place where it decides the next such call. */
export async function saveRule(
  { rule, scope, testOf }: KeptRule & { readonly scope: FileScope },
  asked: ToolCall,
  parts: RuleFileParts,
): Promise<Result<{ readonly file: string }, string>> {
  const target = targetOf(parts.locations, scope);
  const place = placeFor(rule, asked, target, parts);
  const written = toWritten(rule);
  const changed = await keepTrust(parts.locations, async () => {
    const first = await addRule(target, written, { place });
    // The file has changed since: the rule that asked may be gone.
    return first.ok || first.error.kind !== 'not-found' ? first : addRule(target, written, { place: 'top' });
  });
  if (!changed.ok) return fail(changeError(changed.error).message);
  if (testOf !== undefined) await saveTest(rule, testOf, { ...parts, target });
  return ok({ file: target.permissions });
}

/** Only the fields the rule is about: a test doesn't need file contents. If the test can't be written, the rule stays. */
async function saveTest(rule: Rule, { tool, input }: TestedCall, place: TestPlace): Promise<void> {
  const field = TOOL_PROFILES.get(tool)?.argument?.field;
  const all = isRecord(input) ? input : {};
  const call = { tool, input: field === undefined ? all : { [field]: all[field] } };
  const { addTest } = await import('../checks/add-test.ts');
  const added = await addTest(rule, place, [call]);
  if (!added.ok) throw new Error(`the rule was saved; ${added.error}`);
}

type TestedCall = NonNullable<KeptRule['testOf']>;

/** At the end, unless a rule of the same file would then decide first; in that case just before that one. */
function placeFor(
  rule: Rule,
  asked: ToolCall,
  { permissions }: LayerFiles,
  { fileRules, seesThroughWrappers }: RuleFileParts,
): RulePlace {
  const beside = fileRules.filter(({ source, action }) => source.file === permissions && action !== rule.action);
  const parts = explain(beside, asked, { seesThroughWrappers }).parts;
  const inTheWay = beside.findIndex((_, index) => parts.some(({ tried }) => tried[index]?.matches === true));
  return inTheWay === -1 ? 'bottom' : { before: formatPattern((beside[inTheWay] as Rule).pattern) };
}
