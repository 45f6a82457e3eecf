import { parsePattern } from '../pattern/parse-pattern.ts';
import type { Action, Rule } from '../types/rule.ts';

/** The safety net under every rule list: reading is allowed, everything else is asked about. */
export const DEFAULT_RULES: readonly Rule[] = [
  ...builtin('allow', ['Read', 'Grep', 'Glob', 'TodoWrite', 'EnterPlanMode', 'ExitPlanMode']),
  ...builtin('ask', ['WebFetch', 'Bash', 'Write', 'Edit', '*']),
];

function builtin(action: Action, patterns: readonly string[]): Rule[] {
  return patterns.map((text) => {
    const pattern = parsePattern(text);
    if (!pattern.ok) throw new Error(`built-in pattern \`${text}\`: ${pattern.error.message}`);
    return { pattern: pattern.value, action, source: { layer: 'builtin' } };
  });
}
