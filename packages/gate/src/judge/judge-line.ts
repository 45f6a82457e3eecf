import { isHarmlessAssignment, isInfluential } from '../programs/sensitive-variables.ts';
import type { Assignment, CommandLine } from '../types/command-line.ts';
import type { ToolCall } from '../types/tool-call.ts';
import type { Part, PartRule, Verdict } from '../types/verdict.ts';
import { isDefaultVerdict } from './default-verdict.ts';
import { firstForCall } from './first-for-call.ts';
import { firstForClasses, wholeCall } from './first-for-classes.ts';
import { judgeChains } from './judge-chains.ts';
import { judgeRedirect } from './judge-redirect.ts';
import { judgeUnit } from './judge-unit.ts';
import { type LineContext, lineContext } from './line-context.ts';
import type { RuleBook } from './rule-book.ts';
import { EVERY_ACTION, NO_RULE, STRICT } from './rule-index.ts';
import { speakingPart, wholeLine } from './speaking-part.ts';
import { strictest } from './strictest.ts';
import { verdictAt } from './verdict-at.ts';

/** A command line: every part by itself, then the line as a whole; the strictest verdict is the line's. */
export function judgeLine(book: RuleBook, call: ToolCall, line: CommandLine): Verdict {
  let worst: Verdict | null = null;
  const judged = judgeEachPart(book, call, line);
  for (const { verdict } of judged) {
    if (verdict !== null) worst = worst === null ? verdict : strictest([worst, verdict]);
  }
  return withPartRules(worst ?? NOTHING_HAPPENS, judged);
}

/** So that the log can name every rule an allowed line needed. */
function withPartRules({ action, because }: Verdict, judged: readonly PartVerdict[]): Verdict {
  const partRules: PartRule[] = [];
  for (const { verdict } of judged) {
    if (verdict?.because.kind !== 'rule' || partRules.length === MAX_PART_RULES) continue;
    const { rule, part } = verdict.because;
    if (partRules.some((known) => known.rule === rule)) continue;
    partRules.push(part === undefined || part.kind === 'line' ? { rule } : { rule, part: part.number });
  }
  return partRules.length < 2 ? { action, because } : { action, because, partRules };
}

/** Keeps the line of the log short, and this search quick. */
const MAX_PART_RULES = 50;

/** A part of a line and what the rules say about it; null where it needs no rule. */
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

/** A statement that only assigns: nothing by itself, unless the name means something to what runs later. */
function judgeAssignment(context: LineContext, assignment: Assignment, part: Part): Verdict | null {
  const { rules, tool, input, call } = context;
  const telling = isInfluential(assignment, call.surroundings.exportedNames) && !isHarmlessAssignment(assignment);
  const anyCall = firstForCall(tool, input);
  if (!telling) {
    const strict = tool.firstText(assignment.text, input, STRICT, Math.min(context.strictInLine, anyCall));
    return strict < anyCall ? verdictAt(rules, strict, speakingPart(context, strict, part)) : null;
  }
  const covered = Math.min(anyCall, context.exactAllow, context.strictInLine);
  const first = tool.firstText(assignment.text, input, EVERY_ACTION, covered);
  return verdictAt(rules, first, speakingPart(context, first, part));
}

/** What the analysis cannot vouch for is at least asked about. */
function judgeProblems(context: LineContext, part: Part): Verdict {
  const { rules, line, tool, input, allowAny, vouchedBy } = context;
  if (vouchedBy !== NO_RULE) return verdictAt(rules, vouchedBy, part);

  const problem = line.problems[0] as string;
  const blocked = allowAny === NO_RULE ? {} : { rule: rules.rule(allowAny) };
  const opaque: Verdict = { action: 'ask', because: { kind: 'opaque', problem, part, ...blocked } };
  if (!line.overLimit) return opaque;
  // Too long to take apart: a deny is looked for everywhere in it, so that length cannot turn a deny into an ask.
  const inside = tool.firstInside(line.source, input, STRICT, allowAny);
  return inside === allowAny ? opaque : strictest([opaque, verdictAt(rules, inside, part)]);
}

/**
 * The line as one text, in rule order: a deny or ask that spans an operator still speaks. Where no command stands in the line
 * (a comment, a lone redirection or assignment), rules for any call count too.
 */
function judgeWhole(context: LineContext, part: Part): Verdict | null {
  const { rules, call, line, tool, input } = context;
  const anyCall = firstForCall(tool, input);
  const below = tool.firstText(line.source, input, EVERY_ACTION, anyCall);
  const first = firstForClasses(tool, call, wholeCall, { actions: STRICT, below });
  if (line.units.length === 0) {
    const verdict = verdictAt(rules, first);
    const empty = line.redirects.length === 0 && line.assignments.length === 0;
    return empty || (verdict.action !== 'allow' && !isDefaultVerdict(verdict.because)) ? verdict : null;
  }
  // What a rule for any call says, every command of the line has been told already.
  const whole = first === anyCall || rules.rule(first).action === 'allow' ? null : verdictAt(rules, first, part);
  if (whole?.action === 'deny') return whole;
  const chained = judgeChains(context, anyCall, part);
  return chained?.action === 'deny' ? chained : (whole ?? chained ?? judgeUnseenInputs(context, anyCall, part));
}

/** A `~` rule may be about what nobody has looked at. */
function judgeUnseenInputs({ line, tool }: LineContext, below: number, part: Part): Verdict | null {
  if (line.settledInputs === undefined || tool.firstOf(STRICT, below) === below) return null;
  if (!line.settledInputs().isPartial) return null;
  return { action: 'ask', because: { kind: 'opaque', problem: 'a command may be fed more than is looked at', part } };
}
