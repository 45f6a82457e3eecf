import { redirectTargets, type Target } from '@caliban/calls/describe';
import type { Redirect, Unit } from '@caliban/calls/types';
import { spelledCommand } from '../pattern/command-argument.ts';
import { specFor } from '../pattern/parse-pattern.ts';
import type { Part, Verdict } from '../types/verdict.ts';
import { REDIRECTION, spellsRedirection, withBaseName } from './command-spellings.ts';
import { firstForCall, firstForClasses, firstForPath } from './first-match.ts';
import type { LineContext } from './line-context.ts';
import { type ActionSet, ALLOW, DENY_OR_ASK, EVERY_ACTION, NO_RULE, type ToolRules } from './rule-index.ts';
import { strictest, verdictAt } from './strictest.ts';

/** As the file that it opens, and as the text that a deny or ask may contain; null if it opens nothing relevant. */
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

/** Output is judged like a Write, input like a Read. */
function judgeOpened(context: LineContext, redirect: Redirect, part: Part): Verdict | null {
  const targets = redirectTargets(redirect, context.call.context);
  if (targets === null) return judgeUnknownTarget(context, redirect, part);
  const covered = coveringAllow(context, redirect, context.catchAllAllow);
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
  const below = Math.min(covered, firstForPath(tool, target, { path }, call.context));
  const first = firstForOpened(context, tool, part, { actions: EVERY_ACTION, below });
  if (first === NO_RULE && access === 'read') return { action: 'allow', because: { kind: 'harmless', part } };
  return verdictAt(rules, first, part);
}

/** A target that is known only at run time: writing asks; reading does too if some rule is about reading. */
function judgeUnknownTarget(context: LineContext, redirect: Redirect, part: Part): Verdict {
  const { rules, catchAllAllow } = context;
  const name = redirect.access === 'write' ? 'Write' : 'Read';
  const files = rules.forTool(name);
  if (!context.locksTool(name)) {
    const allowed = files.firstAny(ALLOW, NO_RULE);
    const isFree = files.firstOf(DENY_OR_ASK, allowed) === allowed;
    if (isFree && name === 'Read') return { action: 'allow', because: { kind: 'harmless', part } };
    if (isFree && allowed !== NO_RULE) return verdictAt(rules, allowed, part);
  }
  // It may be exactly the file that a rule above the match-all allow is about.
  const isVouchedFor = files.firstOf(DENY_OR_ASK, catchAllAllow) === catchAllAllow && !context.locksTool(name);
  const covered = coveringAllow(context, redirect, isVouchedFor ? catchAllAllow : NO_RULE);
  const unknown = asked(context, covered, 'the target is known only when the command runs', part);
  if (isVouchedFor) return unknown;
  const touched = firstForOpened(context, files, part, { actions: DENY_OR_ASK, below: covered });
  const byClass = touched === covered ? [] : [verdictAt(rules, touched, part)];
  return strictest([unknown, ...byClass, ...judgeSettled(context, redirect, part)]);
}

/** By the class of opening it. Redirections are numbered after the units. */
function firstForOpened(
  { call, line }: LineContext,
  tool: ToolRules,
  { number }: Part,
  wanted: { readonly actions: ActionSet; readonly below: number },
): number {
  return firstForClasses(tool, call, (classes) => classes.redirect(number - 1 - line.units.length), wanted);
}

/** Its possible values according to the line itself: a deny of one of them applies. */
function judgeSettled(context: LineContext, redirect: Redirect, part: Part): readonly Verdict[] {
  return (redirect.possibleTargets?.() ?? []).flatMap(
    (target) => judgeOpened(context, { ...redirect, target, possibleTargets: () => [] }, part) ?? [],
  );
}

function asked({ rules }: LineContext, covered: number, problem: string, part: Part): Verdict {
  if (covered !== NO_RULE) return verdictAt(rules, covered, part);
  return { action: 'ask', because: { kind: 'opaque', problem, part } };
}

/** The first allow that covers the redirection itself: for any command, for exactly this line, or one that spells it out. */
function coveringAllow(
  { rules, tool, input, line, call, wholeLineAllow }: LineContext,
  redirect: Redirect,
  catchAllAllow: number,
): number {
  const covered = Math.min(catchAllAllow, wholeLineAllow);
  const unit = redirect.unit === null ? undefined : line.units[redirect.unit];
  if (unit === undefined) return covered;
  return tool.firstText(unit.raw, input, ALLOW, covered, (position) => {
    const argument = specFor(rules.rule(position).pattern, call.tool)?.argument;
    if (argument?.kind !== 'text' || argument.anywhere) return false;
    return argument.glob.segments.some((segment) => typeof segment === 'string' && spells(segment, redirect.text));
  });
}

/** Not as a piece of another: `>> log` contains `> log`, and `> log.old` does too. */
function spells(text: string, redirection: string): boolean {
  for (let at = text.indexOf(redirection); at !== -1; at = text.indexOf(redirection, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + redirection.length]];
    if (!/[\d<>&}]/.test(before) && /[\s<>&|;()]/.test(after)) return true;
  }
  return false;
}

/**
 * The first deny or ask that contains the redirection (`echo * > /etc/*`), however the line spaces and quotes it; null if there
 * is none, or an allow that covers it comes earlier.
 */
export function firstSpelling(context: LineContext, redirect: Redirect): number | null {
  const { rules, call, tool, input, line } = context;
  const covering = firstBehindSpellings(context);
  if (covering === null) return null;
  const unit = redirect.unit === null ? undefined : line.units[redirect.unit];
  const below = tool.firstText(unit?.raw ?? redirect.text, input, ALLOW, covering);
  const isMeant = (position: number): boolean => spellsRedirection(spelledCommand(rules.rule(position), call.tool));
  let first = below;
  for (const text of spellings(redirect, unit)) {
    const strict = tool.firstText(text, input, DENY_OR_ASK, first, isMeant);
    if (tool.firstText(text, input, ALLOW, strict) === strict) first = strict;
  }
  return first === below ? null : first;
}

/** Each redirection is combined with all the words before it, and a model chooses how many there are of both. */
export function isTooMuchToSpell(context: LineContext, { unit }: Redirect): boolean {
  const { line } = context;
  if (unit === null || (line.units[unit] as Unit).plain.length * line.redirects.length < MAX_CHARACTERS) return false;
  return firstBehindSpellings(context) !== null;
}

const MAX_CHARACTERS = 1_000_000;

/** The first rule for any call, or for exactly this line; null if no deny or ask that may contain a redirection comes earlier. */
function firstBehindSpellings({ tool, input, wholeLineAllow }: LineContext): number | null {
  if ((tool.strictOperators & REDIRECTION) === 0) return null;
  const covering = Math.min(firstForCall(tool, input), wholeLineAllow);
  return tool.firstOf(DENY_OR_ASK, covering) < covering ? covering : null;
}

/** After the words, without quotes, with and without a blank before the file; the operator as written, and as plain `>` or `<`. */
function spellings({ text, target }: Redirect, unit: Unit | undefined): readonly string[] {
  const [written = '', descriptor = '', operator = ''] = OPERATOR.exec(text) ?? [];
  const files = new Set([target ?? '', text.slice(written.length).replaceAll(/["']/g, '')]);
  files.delete('');
  const operators = [`${descriptor}${operator}`, operator.replace(/[&|]/g, '')];
  const tails = new Set(
    operators.flatMap((each) => [...files].flatMap((file) => [`${each} ${file}`, `${each}${file}`])),
  );
  if (unit === undefined) return [...tails];
  const { name, plain } = unit;
  const commands = [plain, ...(name === null ? [] : withBaseName(name, [plain]))];
  return commands.flatMap((command) => Array.from(tails, (tail) => `${command} ${tail}`));
}

const OPERATOR = /^(\d*|\{[^}]*\})(&?[<>]+[|&]?)\s*/;
