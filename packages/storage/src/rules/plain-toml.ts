import type { Table } from './table.ts';

/**
 * The document of a file in the layout that caliban itself writes: nothing but rules and tests, each a header with `key = "text"`
 * below it, blank lines and comments. Null whenever anything is written another way; then it takes a whole parser, which needs ten times as long.
 */
export function plainToml(text: string): Table | null {
  const rules: Record<string, string>[] = [];
  const tests: Record<string, string>[] = [];
  let table: Record<string, string> | null = null;
  LINE.lastIndex = 0;
  while (LINE.lastIndex < text.length) {
    const found = LINE.exec(text);
    if (found === null) return null;
    const [, header, key, value] = found;
    if (header !== undefined) {
      table = {};
      (header === 'rules' ? rules : tests).push(table);
    } else if (key !== undefined) {
      if (table === null || table[key] !== undefined) return null;
      table[key] = value as string;
    }
  }
  if (rules.length + tests.length === 0) return null;
  return { permissions: { ...(rules.length > 0 && { rules }), ...(tests.length > 0 && { tests }) } };
}

/** Text without escapes and, like the comments, without the control characters that TOML forbids. */
const LINE =
  /(?:\[\[permissions\.(rules|tests)\]\]|(pattern|action|comment|reason|expires_at|call|expect|rule) = "([^"\\\0-\x08\n-\x1f\x7f]*)"|#[^\0-\x08\n-\x1f\x7f]*|)(?:(?:\r?\n)+|$)/y;
