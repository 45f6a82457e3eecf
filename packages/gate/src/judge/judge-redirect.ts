import { redirectTargets, type Target } from '../describe/redirect-targets.ts';
import { specFor } from '../pattern/parse-pattern.ts';
import type { Redirect } from '../types/command-line.ts';
import type { Part, Verdict } from '../types/verdict.ts';
import { firstForClasses } from './first-for-classes.ts';
import { firstForPath } from './first-for-path.ts';
import type { LineContext } from './line-context.ts';
import { type ActionSet, ALLOW, EVERY_ACTION, NO_RULE, STRICT, type ToolRules } from './rule-index.ts';
import { firstSpelling, isTooMuchToSpell } from './spelt-redirection.ts';
import { strictest } from './strictest.ts';
import { verdictAt } from './verdict-at.ts';

/** As the file that it opens, and as the text that a deny or ask may spell; null where nothing is opened that matters. */
export function judgeRedirect(context: LineContext, redirect: Redirect, part: Part): Verdict | null {
  const opened = judgeOpened(context, redirect, part);
  const spelt = judgeSpelling(context, redirect, part);
  return opened === null || spelt === null ? (opened ?? spelt) : strictest([opened, spelt]);
}

function judgeSpelling(context: LineContext, redirect: Redirect, part: Part): Verdict | null {
  if (isTooMuchToSpell(context, redirect)) {
    return asked(context, NO_RULE, 'there are too many redirections behind too many words', part);
  }
  const first = firstSpelling(context, redirect);
  return first === null ? null : verdictAt(context.rules, first, part);
}

/** Output goes where a Write would, input comes from where a Read would. */
function judgeOpened(context: LineContext, redirect: Redirect, part: Part): Verdict | null {
  const targets = redirectTargets(redirect, context.call.surroundings);
  if (targets === null) return judgeUnknownTarget(context, redirect, part);
  const covered = coveringAllow(context, redirect, context.allowAny);
  const [first, ...others] = targets.map((target) => judgeTarget(context, redirect, target, covered, part));
  return first === undefined ? null : strictest([first, ...others]);
}

function judgeTarget(context: LineContext, { access }: Redirect, target: Target, covered: number, part: Part): Verdict {
  const { rules, call } = context;
  const { written: path } = target;
  if (path.startsWith('/dev/tcp/') || path.startsWith('/dev/udp/')) {
    return asked(context, covered, 'the target is a network connection', part);
  }
  const tool = rules.forTool(access === 'write' ? 'Write' : 'Read');
  const below = Math.min(covered, firstForPath(tool, target, { path }, call.surroundings));
  const first = firstForOpened(context, tool, part, { actions: EVERY_ACTION, below });
  if (first === NO_RULE && access === 'read') return { action: 'allow', because: { kind: 'harmless', part } };
  return verdictAt(rules, first, part);
}

/** A target that is known only at run time: writing asks; reading does too where some rule cares what is read. */
function judgeUnknownTarget(context: LineContext, redirect: Redirect, part: Part): Verdict {
  const { rules, allowAny } = context;
  const name = redirect.access === 'write' ? 'Write' : 'Read';
  const files = rules.forTool(name);
  if (!context.locksTool(name)) {
    const allowed = files.firstAny(ALLOW, NO_RULE);
    const isFree = files.firstOf(STRICT, allowed) === allowed;
    if (isFree && name === 'Read') return { action: 'allow', because: { kind: 'harmless', part } };
    if (isFree && allowed !== NO_RULE) return verdictAt(rules, allowed, part);
  }
  // It may be the very file that a rule above the match-all allow is about.
  const isVouchedFor = files.firstOf(STRICT, allowAny) === allowAny && !context.locksTool(name);
  const covered = coveringAllow(context, redirect, isVouchedFor ? allowAny : NO_RULE);
  const unknown = asked(context, covered, 'the target is known only when the command runs', part);
  if (isVouchedFor) return unknown;
  const touched = firstForOpened(context, files, part, { actions: STRICT, below: covered });
  const byClass = touched === covered ? [] : [verdictAt(rules, touched, part)];
  return strictest([unknown, ...byClass, ...judgeSettled(context, redirect, part)]);
}

/** By the class of opening it. Redirections are numbered behind the units. */
function firstForOpened(
  { call, line }: LineContext,
  tool: ToolRules,
  { number }: Part,
  wanted: { readonly actions: ActionSet; readonly below: number },
): number {
  return firstForClasses(tool, call, (classes) => classes.redirect(number - 1 - line.units.length), wanted);
}

/** What the line itself says it may be: a deny of that stands. */
function judgeSettled(context: LineContext, redirect: Redirect, part: Part): readonly Verdict[] {
  return (redirect.settled?.() ?? []).flatMap(
    (target) => judgeOpened(context, { ...redirect, target, settled: () => [] }, part) ?? [],
  );
}

function asked({ rules }: LineContext, covered: number, problem: string, part: Part): Verdict {
  if (covered !== NO_RULE) return verdictAt(rules, covered, part);
  return { action: 'ask', because: { kind: 'opaque', problem, part } };
}

/** The first allow that covers the redirection itself: for any command, for exactly this line, or one that spells it out. */
function coveringAllow(
  { rules, tool, input, line, call, exactAllow }: LineContext,
  redirect: Redirect,
  allowAny: number,
): number {
  const covered = Math.min(allowAny, exactAllow);
  const unit = redirect.unit === null ? undefined : line.units[redirect.unit];
  if (unit === undefined) return covered;
  return tool.firstText(unit.raw, input, ALLOW, covered, (position) => {
    const argument = specFor(rules.rule(position).pattern, call.tool)?.argument;
    if (argument?.kind !== 'text' || argument.anywhere) return false;
    return argument.glob.segments.some((segment) => typeof segment === 'string' && spells(segment, redirect.text));
  });
}

/** Not as a piece of another: `>> log` holds `> log`, and `> log.old` does too. */
function spells(text: string, redirection: string): boolean {
  for (let at = text.indexOf(redirection); at !== -1; at = text.indexOf(redirection, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + redirection.length]];
    if (!/[\d<>&}]/.test(before) && /[\s<>&|;()]/.test(after)) return true;
  }
  return false;
}
