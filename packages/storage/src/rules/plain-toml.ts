import type { Table } from './table.ts';

/**
 * The document of a file in the layout that caliban itself writes: nothing but rules, each a header with `key = "text"` below it, blank
 * lines and comments. Null whenever anything is written another way; then it takes a whole parser, which needs ten times as long.
 */
export function plainToml(text: string): Table | null {
  const rules: Record<string, string>[] = [];
  let rule: Record<string, string> | null = null;
  LINE.lastIndex = 0;
  while (LINE.lastIndex < text.length) {
    const found = LINE.exec(text);
    if (found === null) return null;
    const [, header, key, value] = found;
    if (header !== undefined) {
      rule = {};
      rules.push(rule);
    } else if (key !== undefined) {
      if (rule === null || rule[key] !== undefined) return null;
      rule[key] = value as string;
    }
  }
  return rules.length === 0 ? null : { permissions: { rules } };
}

/** Text without escapes and, like the comments, without the control characters that TOML forbids. */
const LINE =
  /(?:(\[\[permissions\.rules\]\])|(pattern|action|comment|reason|expires_at) = "([^"\\\0-\x08\n-\x1f\x7f]*)"|#[^\0-\x08\n-\x1f\x7f]*|)(?:(?:\r?\n)+|$)/y;
