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

/** The narrowest flag that would have let the call through, pasteable as it stands; or why there is none. */
export function wayThrough(question: Question): string {
  const { call, verdict } = question;
  if (verdict.because.kind === 'own-file')
    return "no flag lets an agent change caliban's own files; change them yourself";
  if (isAcceptedEdit(call)) return 'to let it through, run again with --permission-mode acceptEdits';

  const rule = askingRule(question);
  if (rule?.source.layer === 'managed') return `${ruleText(rule)} is managed, and no --allow lifts it`;
  const flag = narrowFlag(question);
  if (flag === null) return 'no flag is offered for it, because it cannot be spelled out safely';
  const place = rule?.source.layer === 'cli' ? ', put before the flag that asks' : '';
  return `to let it through, run again with ${flag}${place}`;
}

function askingRule({ verdict }: Question): Rule | undefined {
  const { because } = ruleVerdict(verdict);
  return because.kind === 'rule' ? because.rule : undefined;
}

function narrowFlag(question: Question): string | null {
  const { call } = question;
  const { subject } = call;
  if (subject.kind === 'url' && (subject.url.normal === null || subject.url.hasUserinfo)) {
    return broadFlag(call, 'no rule for this url alone can allow it');
  }
  if (subject.kind === 'command-line' && !isVouchedFor(subject.line)) {
    return broadFlag(call, 'no rule for this line alone can allow it');
  }
  const whole = allowFlag(exactPattern(call));
  const part = partFlag(question);
  if (whole === null) return part;
  return part === null || part === whole ? whole : `${whole} (or ${part}, if only that part lacks a rule)`;
}

/** Only a rule for every command may allow what the analysis does not understand. */
function isVouchedFor({ problems, units }: CommandLine): boolean {
  return problems.length === 0 && units.every(({ name }) => name !== null);
}

function broadFlag(call: ToolCall, why: string): string | null {
  const flag = allowFlag(anyCallPattern(call));
  return flag === null ? null : `${flag}, which allows every ${visible(call.tool)} call (${why})`;
}

function partFlag({ call, verdict }: Question): string | null {
  const { because } = ruleVerdict(verdict);
  if (because.kind === 'fault' || because.part?.kind !== 'command') return null;
  return allowFlag(exactCommandPattern(call, because.part.text));
}

/** Null where pasting would not give back what is shown: too long, or with characters that do not show. */
function allowFlag(pattern: string | null): string | null {
  if (pattern === null || pattern.length > LONGEST) return null;
  const onOneLine = pattern.replaceAll(/[\n\t]/g, ' ');
  return visible(onOneLine) === onOneLine ? `--allow ${shellQuote(pattern)}` : null;
}

const LONGEST = 2000;
