import type { ToolCall } from '../types/tool-call.ts';
import type { Verdict } from '../types/verdict.ts';
import { isDefaultVerdict } from './default-verdict.ts';
import { judge } from './judge.ts';
import type { RuleBook } from './rule-book.ts';
import { NO_RULE, STRICT } from './rule-index.ts';

export type VerdictAtHost = {
  readonly verdict: Verdict;
  /** No written rule has a say, so the agent that makes the call decides. */
  readonly isLeft: boolean;
};

/** What written rules say about a call of another agent. `book` has no others. */
export function judgeAtHost(book: RuleBook, call: ToolCall): VerdictAtHost {
  const verdict = judge(book, call);
  const { because } = verdict;
  if (because.kind !== 'harmless' && because.kind !== 'opaque' && !isDefaultVerdict(because))
    return { verdict, isLeft: false };
  if (because.kind === 'opaque') return { verdict, isLeft: because.rule === undefined && !hasStrictRule(book, call) };
  if (!hidesItsName(call) || !hasStrictRule(book, call)) return { verdict, isLeft: true };
  const problem = 'the name of a command is known only when it runs, and a rule may deny or ask about it';
  return { verdict: { action: 'ask', because: { kind: 'opaque', problem } }, isLeft: false };
}

/** A deny or ask may be about what the analysis could not read, so such a line is asked about. */
function hasStrictRule({ rules }: RuleBook, { tool }: ToolCall): boolean {
  return rules.forTool(tool).firstOf(STRICT, NO_RULE) !== NO_RULE;
}

/** Some command of the line has a name that is known only when it runs. */
function hidesItsName({ subject }: ToolCall): boolean {
  return subject.kind === 'command-line' && subject.line.units.some(({ name }) => name === null);
}
