import type { Rule } from '../types/rule.ts';
import { CompiledRules, type CompileOptions } from './index/compiled-rules.ts';
import type { RuleIndex } from './rule-index.ts';

export type { CompileOptions } from './index/compiled-rules.ts';

/** Rules in the order in which they are tried. Nothing of the rule objects themselves is kept. */
export function compileRules(rules: Iterable<Rule>, options: CompileOptions = {}): RuleIndex {
  const compiled = new CompiledRules(options);
  for (const rule of rules) compiled.add(rule);
  compiled.finish();
  return compiled;
}
