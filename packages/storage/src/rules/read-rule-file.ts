import type { Result } from '@caliban/gate';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { readTextFile } from '../files/read-text-file.ts';
import { parseRuleFile, type RuleFileOrigin } from './parse-rule-file.ts';
import type { FileNotice, RuleFile } from './rule-file.ts';

/** Null when there is no such file. */
export async function readRuleFile(origin: RuleFileOrigin): Promise<Result<RuleFile | null, readonly FileNotice[]>> {
  const text = readTextFile(origin.file);
  if (!text.ok) return fail([{ file: origin.file, ...text.error }]);
  return text.value === null ? ok(null) : parseRuleFile(text.value, origin);
}
