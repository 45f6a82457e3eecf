import type { ToolCall } from '../types/tool-call.ts';
import type { Verdict } from '../types/verdict.ts';
import { isDefaultVerdict } from './default-verdict.ts';
import type { RuleBook } from './rule-book.ts';
import { NO_RULE, STRICT } from './rule-index.ts';

/**
 * Whether no written rule has a say about the call, so that the agent that makes it decides. `book` is the one that gave the verdict,
 * without the built-in rules.
 */
export function isLeftToHost({ rules }: RuleBook, call: ToolCall, { because }: Verdict): boolean {
  if (because.kind === 'opaque') return because.rule === undefined && !hasStrictRule();
  if (because.kind !== 'harmless' && !isDefaultVerdict(because)) return false;
  return !hidesItsName(call) || !hasStrictRule();

  /** A deny or ask may be about what the analysis could not read, so such a line is asked about. */
  function hasStrictRule(): boolean {
    return rules.forTool(call.tool).firstOf(STRICT, NO_RULE) !== NO_RULE;
  }
}

/** Some command of the line has a name that is known only when it runs. */
function hidesItsName({ subject }: ToolCall): boolean {
  return subject.kind === 'command-line' && subject.line.units.some(({ name }) => name === null);
}
