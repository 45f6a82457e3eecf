import { spelledOut } from '@caliban/calls/text';
import { ruleVerdict } from '../../filter/rule-verdict.ts';
import type { Question } from '../../types/answer.ts';

/** Why there is no pattern to choose from. Safe to print. */
export function whyNoRuleFits({ call, verdict }: Question): string {
  const { because } = ruleVerdict(verdict);
  const problem = call.subject.kind === 'command-line' ? call.subject.line.problems[0] : undefined;
  if (problem !== undefined) {
    return `no rule is offered, because the command cannot be vouched for: ${spelledOut(problem)}`;
  }
  const part = because.kind === 'fault' ? undefined : because.part;
  switch (part?.kind) {
    case 'assignment':
      return 'no rule is offered: none short of “every command” covers an assignment';
    case 'line':
      return 'no rule is offered: the rule that asks speaks about the line as a whole';
    case 'read':
    case 'write':
      return 'no rule is offered: where this redirection leads is not one known file';
    case 'command':
    case undefined:
      return 'no rule is offered: no pattern short of every call of the tool would cover it';
  }
}
