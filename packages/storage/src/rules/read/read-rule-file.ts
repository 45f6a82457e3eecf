import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { readTextFile } from '../../files/read-text-file.ts';
import type { FileNotice, RuleFile } from '../rule-file.ts';
import { parseRuleFile, type RuleFileOrigin } from './parse-rule-file.ts';

export type ReadingOptions = {
  /** Texts to read instead of these files; null: as if the file didn't exist. */
  readonly replaced?: ReplacedTexts | undefined;
};

export type ReplacedTexts = ReadonlyMap<string, string | null>;

/** Null when there is no such file. */
export function readRuleFile(
  origin: RuleFileOrigin,
  { replaced }: ReadingOptions = {},
): Result<RuleFile | null, readonly FileNotice[]> {
  const other = replaced?.get(origin.file);
  const text = other === undefined ? readTextFile(origin.file) : ok(other);
  if (!text.ok) return fail([{ file: origin.file, ...text.error }]);
  return text.value === null ? ok(null) : parseRuleFile(text.value, origin);
}
