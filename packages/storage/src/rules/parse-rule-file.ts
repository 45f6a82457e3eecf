import type { Layer, Result } from '@caliban/gate';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { JSON_SYNTAX } from './json-syntax.ts';
import { type LegacyForm, noLongerLoads, stillLoads } from './legacy-forms.ts';
import { type LoadedText, loadText, splitByteOrderMark, syntaxOf } from './loaded-text.ts';
import { placedFindings } from './placed-findings.ts';
import type { FileNotice, RuleFile } from './rule-file.ts';
import { sourcedPolicy } from './sourced-policy.ts';

export type RuleFileOrigin = {
  readonly file: string;
  readonly layer: Layer;
  /** `settings`: the file is about more than permissions, and only its `[permissions]` table is read. */
  readonly kind?: 'permissions' | 'settings';
};

/** Every error of the file, not only the first; each says where it is and what to write. */
export async function parseRuleFile(
  written: string,
  origin: RuleFileOrigin,
): Promise<Result<RuleFile, readonly FileNotice[]>> {
  const { file, kind = 'permissions' } = origin;
  const { text } = splitByteOrderMark(written);
  const loaded = loadText(text, { syntax: syntaxOf(file), wholeFile: kind === 'permissions' });
  return loaded.ok ? ruleFileOf(loaded.value, origin) : fail([{ file, ...loaded.error }]);
}

async function ruleFileOf(
  loaded: LoadedText,
  origin: RuleFileOrigin,
): Promise<Result<RuleFile, readonly FileNotice[]>> {
  const { file } = origin;
  const { errors, warnings } = loaded.policy;
  const legacyForms = legacyFormsOf(loaded);
  if (legacyForms.includes('json') && !stillLoads('json')) return fail([{ file, message: noLongerLoads('json') }]);
  if (errors.length > 0) return fail(await placedFindings(errors, loaded, file));
  const { rules, settings, tests } = await sourcedPolicy(loaded, origin);
  return ok({ file, rules, settings, tests, warnings: await placedFindings(warnings, loaded, file), legacyForms });
}

function legacyFormsOf({ syntax, policy }: LoadedText): readonly LegacyForm[] {
  const { rules, settings, tests, errors, legacyForms } = policy;
  const saysAnything = rules.length + tests.length + errors.length + Object.keys(settings).length > 0;
  return syntax === JSON_SYNTAX && saysAnything ? ['json', ...legacyForms] : legacyForms;
}
