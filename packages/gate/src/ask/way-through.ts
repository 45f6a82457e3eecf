import { isAcceptedEdit } from '../filter/accepted-edit.ts';
import { ruleText } from '../filter/because-text.ts';
import { ruleVerdict } from '../filter/rule-verdict.ts';
import { visible } from '../text/visible.ts';
import type { Question } from '../types/answer.ts';
import type { CommandLine } from '../types/command-line.ts';
import type { Rule } from '../types/rule.ts';
import type { ToolCall } from '../types/tool-call.ts';
import { anyCallPattern, exactCommandPattern, exactPattern } from './exact-pattern.ts';
import { shellQuote } from './shell-quote.ts';

/** How whoever reads the message can say yes: by a flag of the next run, or by a rule where another agent makes the calls. */
export type Remedy = 'flag' | 'rule';

/** The narrowest allow that would have let the call through, pasteable as it stands; or why there is none. */
export function wayThrough(question: Question, remedy: Remedy = 'flag'): string {
  const { call, verdict } = question;
  if (verdict.because.kind === 'own-file')
    return "no flag lets an agent change caliban's own files; change them yourself";
  if (remedy === 'flag' && isAcceptedEdit(call))
    return 'to let it through, run again with --permission-mode acceptEdits';

  const rule = askingRule(question);
  if (rule?.source.layer === 'managed') return `${ruleText(rule)} is managed, and no --allow lifts it`;
  const allow = narrowAllow(question, remedy);
  if (allow === null) return `no ${remedy} is offered for it, because it cannot be spelled out safely`;
  if (remedy === 'rule') return `to let it through from now on, the operator can run ${allow}`;
  const place = rule?.source.layer === 'cli' ? ', put before the flag that asks' : '';
  return `to let it through, run again with ${allow}${place}`;
}

function askingRule({ verdict }: Question): Rule | undefined {
  const { because } = ruleVerdict(verdict);
  return because.kind === 'rule' ? because.rule : undefined;
}

function narrowAllow(question: Question, remedy: Remedy): string | null {
  const { call } = question;
  const { subject } = call;
  if (subject.kind === 'url' && (subject.url.normal === null || subject.url.hasUserinfo)) {
    return broadAllow(call, remedy, 'no rule for this url alone can allow it');
  }
  if (subject.kind === 'command-line' && !isVouchedFor(subject.line)) {
    return broadAllow(call, remedy, 'no rule for this line alone can allow it');
  }
  const whole = allowText(exactPattern(call), remedy);
  const part = partAllow(question, remedy);
  if (whole === null) return part;
  return part === null || part === whole ? whole : `${whole} (or ${part}, if only that part lacks a rule)`;
}

/** Only a rule for every command may allow what the analysis does not understand. */
function isVouchedFor({ problems, units }: CommandLine): boolean {
  return problems.length === 0 && units.every(({ name }) => name !== null);
}

function broadAllow(call: ToolCall, remedy: Remedy, why: string): string | null {
  const flag = allowText(anyCallPattern(call), remedy);
  return flag === null ? null : `${flag}, which allows every ${visible(call.tool)} call (${why})`;
}

function partAllow({ call, verdict }: Question, remedy: Remedy): string | null {
  const { because } = ruleVerdict(verdict);
  if (because.kind === 'fault' || because.part?.kind !== 'command') return null;
  return allowText(exactCommandPattern(call, because.part.text), remedy);
}

/** Null where pasting would not give back what is shown: too long, or with characters that do not show. */
function allowText(pattern: string | null, remedy: Remedy): string | null {
  if (pattern === null || pattern.length > LONGEST) return null;
  const onOneLine = pattern.replaceAll(/[\n\t]/g, ' ');
  if (visible(onOneLine) !== onOneLine) return null;
  return remedy === 'flag' ? `--allow ${shellQuote(pattern)}` : `caliban perms add ${shellQuote(pattern)} allow`;
}

const LONGEST = 2000;
