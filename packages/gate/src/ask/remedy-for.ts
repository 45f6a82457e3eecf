import type { CommandLine, ToolCall } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import { isAcceptedEdit } from '../filter/accepted-edit.ts';
import { ruleText } from '../filter/because-text.ts';
import { neededPeople, neededPeopleText } from '../filter/needed-people.ts';
import { ruleVerdict } from '../filter/rule-verdict.ts';
import type { Question } from '../types/answer.ts';
import type { AllowPlace, Remedy } from './allow-place.ts';
import { anyCallPattern, exactCommandPattern, exactPattern, type PathStart } from './exact-pattern.ts';
import { type Attempt, findAllow, findAllowBelow, type RulesInForce, ruleOf } from './find-allow.ts';

export type RemedyOptions = {
  /** Default: a flag. */
  readonly remedy?: Remedy | undefined;
  /** Each allow is tested among them before it is offered; without them the most likely one is offered untested. */
  readonly inForce?: RulesInForce | undefined;
  /** For a person in a hurry: one command, the narrowest that works. */
  readonly isBrief?: boolean;
};

/** The narrowest allow that would have allowed the call, ready to paste; or why there is none. */
export function remedyFor(
  question: Question,
  { remedy = 'flag', inForce, isBrief = false }: RemedyOptions = {},
): string {
  const { call, verdict } = question;
  if (verdict.because.kind === 'own-file')
    return "no flag lets an agent change caliban's own files; change them yourself";
  const people = neededPeople(verdict);
  if (people !== null) return neededPeopleText(people);
  if (remedy === 'flag' && isAcceptedEdit(call))
    return 'to let it through, run again with --permission-mode acceptEdits';

  const rule = ruleOf(verdict);
  if (rule?.source.layer === 'managed') return `${ruleText(rule)} is managed, and no ${NAMES[remedy]} lifts it`;
  const attempt: Attempt = { call, verdict, remedy, inForce };
  const why = whyNotAlone(call);
  return why === null ? narrowWay(question, attempt, isBrief) : broadWay(why, attempt, isBrief);
}

const NAMES: Readonly<Record<Remedy, string>> = { flag: '--allow', rule: 'other rule' };

/** Only a rule for every call may allow something the analysis doesn't understand; null if it does. */
function whyNotAlone({ subject }: ToolCall): string | null {
  if (subject.kind === 'url' && (subject.url.normal === null || subject.url.hasUserinfo))
    return 'no rule for this url alone can allow it';
  if (subject.kind === 'command-line' && !isVouchedFor(subject.line)) return 'no rule for this line alone can allow it';
  return null;
}

function isVouchedFor({ problems, units }: CommandLine): boolean {
  return problems.length === 0 && units.every(({ name }) => name !== null);
}

function broadWay(why: string, attempt: Attempt, isBrief: boolean): string {
  const { call, remedy } = attempt;
  const every = `every ${visible(call.tool)} call`;
  const found = findAllowBelow(() => anyCallPattern(call), attempt);
  switch (found.kind) {
    case 'works':
      return `${leadOf(remedy, isBrief)} ${found.text}, which allows ${every} (${why})`;
    case 'unsafe':
      return unspellable(remedy);
    case 'futile':
      return `${why}, and one for ${every} does not either: others that deny or ask come first`;
  }
}

function narrowWay(question: Question, attempt: Attempt, isBrief: boolean): string {
  const { call, remedy } = attempt;
  const whole = findAllow(({ layer }) => exactPattern(call, PATH_START[layer]), attempt);
  const part = findAllow(() => partPattern(question), attempt);
  const isTried = attempt.inForce !== undefined;
  const best = part.kind === 'works' && (whole.kind !== 'works' || (isBrief && isTried)) ? part : whole;
  switch (best.kind) {
    case 'works': {
      const isOther = !isBrief && part.kind === 'works' && part.text !== best.text;
      const instead = isOther ? ` (or ${part.text}, if only that part lacks a rule)` : '';
      return `${leadOf(remedy, isBrief)} ${best.text}${instead}${best.isFirstFlag ? ', put before the flag that asks' : ''}`;
    }
    case 'unsafe':
      return unspellable(remedy);
    case 'futile':
      return `no ${NAMES[remedy]} ${best.by === undefined ? 'allows it' : `lifts ${ruleText(best.by)}`}`;
  }
}

/** A project's file applies on every machine it is checked out on, the user's own in every workspace. */
export const PATH_START: Readonly<Record<AllowPlace['layer'], PathStart>> = {
  cli: 'root',
  local: 'workspace',
  project: 'workspace',
  user: 'root',
};

const LEADS: Readonly<Record<Remedy, string>> = {
  flag: 'to let it through, run again with',
  rule: 'to let it through from now on, the operator can run',
};

function leadOf(remedy: Remedy, isBrief: boolean): string {
  return isBrief ? 'to allow it from now on, run' : LEADS[remedy];
}

function unspellable(remedy: Remedy): string {
  return `no ${remedy} is offered for it, because it cannot be spelled out safely`;
}

function partPattern({ call, verdict }: Question): string | null {
  const { because } = ruleVerdict(verdict);
  if (because.kind === 'fault' || because.part?.kind !== 'command') return null;
  return exactCommandPattern(call, because.part.text);
}
