import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import type { Action, Layer, Rule } from '../../src/types/rule.ts';

/** `Bash:git * allow`: a pattern and, as its last word, the action. All of one layer. */
export function rules(...lines: readonly string[]): readonly Rule[] {
  return lines.map((line) => rule(line));
}

export function rule(line: string, layer: Layer = 'project', extra: Partial<Rule> = {}): Rule {
  const blank = line.lastIndexOf(' ');
  const pattern = parsePattern(line.slice(0, blank));
  if (!pattern.ok) throw new Error(`${line}: ${pattern.error.message}`);
  return { pattern: pattern.value, action: line.slice(blank + 1) as Action, source: { layer }, ...extra };
}
