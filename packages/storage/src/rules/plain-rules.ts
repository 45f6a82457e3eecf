import type { Action, Rule, RuleSource } from '@caliban/gate';
import { parsePattern } from '@caliban/gate/internal/pattern/parse-pattern';
import { isPlainPattern } from '@caliban/gate/internal/pattern/plain-pattern';
import { ruleWith, type Said, UnreadRule } from '@caliban/gate/internal/pattern/unread-rule';

/**
 * The rules of a file that holds nothing else, in the layout that caliban itself writes, with most patterns left unread; null whenever
 * anything is written another way or could be wrong. Takes a tenth of the time: for a process that judges one call.
 */
export function plainRules(text: string, { file, layer }: Required<Omit<RuleSource, 'line'>>): readonly Rule[] | null {
  const rules: Rule[] = [];
  let line = 1;
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < text.length) {
    const found = PIECE.exec(text);
    if (found === null) return null;
    const [, pattern, action, comment, reason, ends = ''] = found;
    if (pattern !== undefined) {
      if (reason !== undefined && action !== 'deny') return null;
      const rule = ruleOf(pattern, { action: action as Action, source: { layer, file, line }, comment, reason });
      if (rule === null) return null;
      rules.push(rule);
      line += 2 + (comment === undefined ? 0 : 1) + (reason === undefined ? 0 : 1);
    }
    line += ends.length;
  }
  return rules.length === 0 ? null : rules;
}

/** A rule or a comment, and the line ends behind it. Text without escapes and the control characters that TOML forbids. */
const PIECE =
  /(?:\[\[permissions\.rules\]\]\npattern = "([^"\\\0-\x08\n-\x1f\x7f]*)"\naction = "(allow|deny|ask)"(?:\ncomment = "([^"\\\0-\x08\n-\x1f\x7f]*)")?(?:\nreason = "([^"\\\0-\x08\n-\x1f\x7f]*)")?|#[^\0-\x08\n-\x1f\x7f]*|)(?:(\n+)|$)/y;

function ruleOf(text: string, said: Said): Rule | null {
  if (isPlainPattern(text)) return new UnreadRule(text, said);
  // What braces come to is counted over a whole file.
  const parsed = text.includes('{') ? null : parsePattern(text);
  return parsed?.ok ? ruleWith(parsed.value, said) : null;
}
