import type { ToolCall } from '@caliban/calls';
import { exactCommandPattern } from '../../ask/exact-pattern.ts';
import { judge } from '../../judge/judge.ts';
import { createRuleBook } from '../../judge/rule-book.ts';
import { parsePattern } from '../../pattern/parse-pattern.ts';

/** The pattern for exactly this line of several commands; null if no rule of that kind would allow it. */
export function linePattern(call: ToolCall): string | null {
  if (call.subject.kind !== 'command-line') return null;
  const text = exactCommandPattern(call, call.subject.line.source.trim());
  const pattern = text === null ? null : parsePattern(text);
  if (text === null || pattern === null || !pattern.ok) return null;
  const book = createRuleBook([{ pattern: pattern.value, action: 'allow', source: { layer: 'runtime' } }]);
  return judge(book, call).action === 'allow' ? text : null;
}
