import type { Result } from '@caliban/gate';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { readTextFile } from '../files/read-text-file.ts';
import type { RuleFileOrigin } from './parse-rule-file.ts';
import { quickRuleFile } from './quick-rule-file.ts';
import type { FileNotice, RuleFile } from './rule-file.ts';

export type ReadingOptions = {
  /** Patterns may be left unread until somebody asks for them: for a process that judges one call. */
  readonly unread?: boolean;
  /** Texts to read in place of these files; null: as if there were no such file. */
  readonly replaced?: ReplacedTexts | undefined;
};

export type ReplacedTexts = ReadonlyMap<string, string | null>;

/** Null when there is no such file. */
export async function readRuleFile(
  origin: RuleFileOrigin,
  { unread = false, replaced }: ReadingOptions = {},
): Promise<Result<RuleFile | null, readonly FileNotice[]>> {
  const other = replaced?.get(origin.file);
  const text = other === undefined ? readTextFile(origin.file) : ok(other);
  if (!text.ok) return fail([{ file: origin.file, ...text.error }]);
  if (text.value === null) return ok(null);
  const quick = unread ? await quickRuleFile(text.value, origin) : null;
  if (quick !== null) return ok(quick);
  // Parsers are long, and the quick way does without.
  const { parseRuleFile } = await import('./parse-rule-file.ts');
  return parseRuleFile(text.value, origin);
}
