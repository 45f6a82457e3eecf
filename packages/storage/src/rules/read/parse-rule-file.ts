import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { Layer } from '@caliban/gate';
import { splitByteOrderMark, syntaxOf } from '../../documents/parsed-text.ts';
import { type LegacyForm, noLongerLoads, stillLoads } from '../legacy-forms.ts';
import type { FileNotice, RuleFile } from '../rule-file.ts';
import { type LoadedText, loadText } from './loaded-text.ts';
import { sourcedPolicy } from './sourced-policy.ts';

export type RuleFileOrigin = {
  readonly file: string;
  readonly layer: Layer;
  /** `settings`: the file is about more than permissions, and only its `[permissions]` table is read. */
  readonly kind?: 'permissions' | 'settings';
};

/** Reports every error of the file, not only the first, with its position and what to write instead. */
export function parseRuleFile(written: string, origin: RuleFileOrigin): Result<RuleFile, readonly FileNotice[]> {
  const { file, kind = 'permissions' } = origin;
  const { text } = splitByteOrderMark(written);
  const loaded = loadText(text, { syntax: syntaxOf(file), wholeFile: kind === 'permissions' });
  return loaded.ok ? ruleFileOf(loaded.value, origin) : fail([{ file, ...loaded.error }]);
}

function ruleFileOf(loaded: LoadedText, origin: RuleFileOrigin): Result<RuleFile, readonly FileNotice[]> {
  const { file } = origin;
  const { parsed } = loaded;
  const { errors, warnings } = loaded.policy;
  const legacyForms = legacyFormsOf(loaded);
  if (legacyForms.includes('json') && !stillLoads('json')) return fail([{ file, message: noLongerLoads('json') }]);
  if (errors.length > 0) return fail(parsed.notices(file, errors));
  const { rules, settings, tests } = sourcedPolicy(loaded, origin);
  return ok({ file, rules, settings, tests, warnings: parsed.notices(file, warnings), legacyForms });
}

function legacyFormsOf({ parsed, policy }: LoadedText): readonly LegacyForm[] {
  const { rules, settings, tests, errors, legacyForms } = policy;
  const saysAnything = rules.length + tests.length + errors.length + Object.keys(settings).length > 0;
  return parsed.syntax === 'json' && saysAnything ? ['json', ...legacyForms] : legacyForms;
}
