import type { CommandLine, ToolCall } from '@caliban/calls';
import { isHarmlessAssignment, isInfluential } from '@caliban/calls/programs';
import type { Assignment } from '@caliban/calls/types';
import type { Part, PartRule, Verdict } from '../types/verdict.ts';
import { decidingPart, wholeLine } from './deciding-part.ts';
import { firstForCall, firstForClasses, wholeCall } from './first-match.ts';
import { judgeChains } from './judge-chains.ts';
import { judgeRedirect } from './judge-redirect.ts';
import { judgeUnit } from './judge-unit.ts';
import { type LineContext, lineContext } from './line-context.ts';
import type { RuleBook } from './rule-book.ts';
import { DENY_OR_ASK, EVERY_ACTION, NO_RULE } from './rule-index.ts';
import { isDefaultVerdict, strictest, verdictAt } from './strictest.ts';

/** A command line: every part separately, then the line as a whole; the strictest verdict is the line's. */
export function judgeLine(book: RuleBook, call: ToolCall, line: CommandLine): Verdict {
  let worst: Verdict | null = null;
  const judged = judgeEachPart(book, call, line);
  for (const { verdict } of judged) {
    if (verdict !== null) worst = worst === null ? verdict : strictest([worst, verdict]);
  }
  return withPartRules(worst ?? NOTHING_HAPPENS, judged);
}

/** So that the log can name every rule that an allowed line needed. */
function withPartRules(verdict: Verdict, judged: readonly PartVerdict[]): Verdict {
  const partRules: PartRule[] = [];
  for (const { verdict: ofPart } of judged) {
    if (ofPart?.because.kind !== 'rule' || partRules.length === MAX_PART_RULES) continue;
    const { rule, part } = ofPart.because;
    if (partRules.some((known) => known.rule === rule)) continue;
    partRules.push(part === undefined || part.kind === 'line' ? { rule } : { rule, part: part.number });
  }
  return partRules.length < 2 ? verdict : { ...verdict, partRules };
}

/** Keeps the line of the log short, and this search quick. */
const MAX_PART_RULES = 50;

/** A part of a line and its verdict; null if it needs no rule. */
export type PartVerdict = { readonly part: Part; readonly verdict: Verdict | null };

/** The same parts in the same order whatever the rules are, so that two rule lists can be compared part by part. */
export function judgeEachPart(book: RuleBook, call: ToolCall, line: CommandLine): PartVerdict[] {
  const context = lineContext(book, call, line);
  const of = line.units.length + line.redirects.length + line.assignments.length;
  const judged: PartVerdict[] = [];
  const next = (kind: Part['kind'], text: string): Part => ({ kind, text, number: judged.length + 1, of });
  for (const unit of line.units) {
    const part = next('command', unit.raw);
    judged.push({ part, verdict: judgeUnit(context, unit, part) });
  }
  for (const redirect of line.redirects) {
    const part = next(redirect.access, redirect.text);
    judged.push({ part, verdict: judgeRedirect(context, redirect, part) });
  }
  for (const assignment of line.assignments) {
    const part = next('assignment', assignment.text);
    judged.push({ part, verdict: judgeAssignment(context, assignment, part) });
  }
  const whole = wholeLine(line);
  if (line.problems.length > 0) judged.push({ part: whole, verdict: judgeProblems(context, whole) });
  judged.push({ part: whole, verdict: judgeWhole(context, whole) });
  return judged;
}

/** Only harmless assignments, or redirections that open nothing. */
const NOTHING_HAPPENS: Verdict = { action: 'allow', because: { kind: 'harmless' } };

/** A statement that only assigns: harmless by itself, unless the variable affects programs that run later. */
function judgeAssignment(context: LineContext, assignment: Assignment, part: Part): Verdict | null {
  const { rules, tool, input, call } = context;
  const telling = isInfluential(assignment, call.context.exportedNames) && !isHarmlessAssignment(assignment);
  const anyCall = firstForCall(tool, input);
  if (!telling) {
    const strict = tool.firstText(assignment.text, input, DENY_OR_ASK, Math.min(context.strictInLine, anyCall));
    return strict < anyCall ? verdictAt(rules, strict, decidingPart(context, strict, part)) : null;
  }
  const covered = Math.min(anyCall, context.wholeLineAllow, context.strictInLine);
  const first = tool.firstText(assignment.text, input, EVERY_ACTION, covered);
  return verdictAt(rules, first, decidingPart(context, first, part));
}

/** A line that the analysis doesn't understand is at least asked about. */
function judgeProblems(context: LineContext, part: Part): Verdict {
  const { rules, line, tool, input, catchAllAllow, unrivalledAllow } = context;
  if (unrivalledAllow !== NO_RULE) return verdictAt(rules, unrivalledAllow, part);

  const problem = line.problems[0] as string;
  const blocked = catchAllAllow === NO_RULE ? {} : { rule: rules.rule(catchAllAllow) };
  const opaque: Verdict = { action: 'ask', because: { kind: 'opaque', problem, part, ...blocked } };
  if (!line.overLimit) return opaque;
  // Too long to analyse: denies are searched everywhere in it, so that length can't turn a deny into an ask.
  const inside = tool.firstInside(line.source, input, DENY_OR_ASK, catchAllAllow);
  return inside === catchAllAllow ? opaque : strictest([opaque, verdictAt(rules, inside, part)]);
}

/**
 * The line as one text, in rule order: a deny or ask that spans an operator still applies. If the line contains no command (a
 * comment, a single redirection or assignment), rules for any call apply too.
 */
function judgeWhole(context: LineContext, part: Part): Verdict | null {
  const { rules, call, line, tool, input } = context;
  const anyCall = firstForCall(tool, input);
  const below = tool.firstText(line.source, input, EVERY_ACTION, anyCall);
  const first = firstForClasses(tool, call, wholeCall, { actions: DENY_OR_ASK, below });
  if (line.units.length === 0) {
    const verdict = verdictAt(rules, first);
    const empty = line.redirects.length === 0 && line.assignments.length === 0;
    return empty || (verdict.action !== 'allow' && !isDefaultVerdict(verdict.because)) ? verdict : null;
  }
  // A rule for any call has already been applied to every command of the line.
  const whole = first === anyCall || rules.rule(first).action === 'allow' ? null : verdictAt(rules, first, part);
  if (whole?.action === 'deny') return whole;
  const chained = judgeChains(context, anyCall, part);
  if (whole !== null && chained !== null) return strictest([whole, chained]);
  return whole ?? chained ?? judgeUnseenInputs(context, anyCall, part);
}

/** A `~` rule may be about something that couldn't be examined. */
function judgeUnseenInputs({ line, tool }: LineContext, below: number, part: Part): Verdict | null {
  if (line.possibleInputs === undefined || tool.firstOf(DENY_OR_ASK, below) === below) return null;
  if (!line.possibleInputs().isPartial) return null;
  return { action: 'ask', because: { kind: 'opaque', problem: 'a command may be fed more than is looked at', part } };
}
