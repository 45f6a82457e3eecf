import type { ToolCall } from '@caliban/calls';
import { matchesText } from '@caliban/calls/globs';
import { HARMLESS_BUILTINS, isHarmlessAssignment, isInfluential } from '@caliban/calls/programs';
import { plainUnit } from '@caliban/calls/shell';
import type { Unit } from '@caliban/calls/types';
import { commandArgument, commandGlobs } from '../pattern/command-argument.ts';
import type { Part, Verdict } from '../types/verdict.ts';
import { commandSpellings, expandedSpellings, spellsRedirection, withBaseName } from './command-spellings.ts';
import { decidingPart } from './deciding-part.ts';
import { firstForClasses } from './first-match.ts';
import { isFreeMove, isRelativeElsewhere } from './free-move.ts';
import { newInnerBudget } from './inner-budget.ts';
import { withInner } from './judge-inner.ts';
import type { LineContext } from './line-context.ts';
import type { RuleBook } from './rule-book.ts';
import { type Accept, type ActionSet, ALLOW, DENY_OR_ASK, EVERY_ACTION, NO_RULE } from './rule-index.ts';
import { isDefaultVerdict, verdictAt } from './strictest.ts';

/** A command of plain words has only one form: one lookup decides it. */
export function judgePlainCommand(book: RuleBook, call: ToolCall, text: string): Verdict {
  const { rules, seesThroughWrappers = false } = book;
  const { tool: name, input } = call;
  const tool = rules.forTool(name);
  let first = tool.firstAny(EVERY_ACTION, NO_RULE);
  first = tool.firstFields(input, EVERY_ACTION, first);
  first = tool.firstText(text, input, EVERY_ACTION, first);
  if (tool.asksForClasses)
    first = firstForClasses(tool, call, (classes) => classes.unit(0), { actions: EVERY_ACTION, below: first });
  const blank = text.indexOf(' ');
  const program = blank === -1 ? text : text.slice(0, blank);
  for (const form of withBaseName(program, [text])) first = tool.firstText(form, input, DENY_OR_ASK, first);
  const unit = () => plainUnit(text);
  const isFree = () => HARMLESS_BUILTINS.has(program) || isFreeMove(unit(), call.context);
  const inner = { rules, call, seesThroughWrappers, budget: newInnerBudget() };
  return withInner(inner, unit, orHarmless(isFree, verdictAt(rules, first)));
}

/** One simple command of a line. */
export function judgeUnit(context: LineContext, unit: Unit, part: Part): Verdict {
  const verdict =
    unit.name === null ? judgeUnreadable(context, unit, part) : judgeReadable(context, unit, unit.name, part);
  return withInner(context, () => unit, verdict, part, context.line);
}

function judgeReadable(context: LineContext, unit: Unit, name: string, part: Part): Verdict {
  const { rules, tool, input } = context;
  const forms = commandSpellings(unit);
  const every = isRelativeElsewhere(unit, name) ? DENY_OR_ASK : EVERY_ACTION;
  let first = Math.min(tool.firstAny(EVERY_ACTION, context.strictInLine), context.wholeLineAllow);
  first = tool.firstFields(input, EVERY_ACTION, first);
  first = firstForUnit(context, part, { actions: every, below: first });
  for (const form of forms.every) first = tool.firstText(form, input, every, first);
  if (every !== DENY_OR_ASK) {
    if (forms.written !== null) first = tool.firstText(forms.written, input, ALLOW, first, coversWords(context, unit));
    for (const form of forms.forAllow) first = tool.firstText(form, input, ALLOW, first);
  }
  for (const form of forms.forDeny) first = tool.firstText(form, input, DENY_OR_ASK, first);
  const expanded = firstExpanded(context, unit, first);
  if (expanded === first && runsUnseen(context, unit, first)) {
    const problem = 'there are more ways to run it than are looked at';
    return { action: 'ask', because: { kind: 'opaque', problem, part, rule: rules.rule(first) } };
  }
  const verdict = verdictAt(rules, expanded, decidingPart(context, expanded, part));
  const { call, line } = context;
  const isFree = () => HARMLESS_BUILTINS.has(name) || isFreeMove(unit, call.context, line);
  return changesTheShell(context, unit) ? verdict : orHarmless(isFree, verdict);
}

/** By its class. Units are numbered first among the parts. */
function firstForUnit(
  { tool, call }: LineContext,
  { number }: Part,
  wanted: { readonly actions: ActionSet; readonly below: number },
): number {
  return firstForClasses(tool, call, (classes) => classes.unit(number - 1), wanted);
}

/**
 * Whether an allow that matches a command with its redirections does so by its words: `* --version` doesn't for
 * `rm x <<< --version`.
 */
function coversWords({ rules, call }: LineContext, { text, raw }: Unit): Accept {
  if (!spellsRedirection(raw)) return () => true;
  return (position) => {
    const argument = commandArgument(rules.rule(position), call.tool);
    if (argument === null) return false;
    return commandGlobs(argument).some(
      (glob) => spellsRedirection(glob.text) || matchesText(glob, `${text} ${ANY_REDIRECTION}`),
    );
  };
}

/** No pattern contains it, so only a wildcard matches it. */
const ANY_REDIRECTION = '\0';

/** Before a built-in an assignment may persist, and is written to a file when the shell ends: `HISTFILE=x :`. */
function changesTheShell({ call }: LineContext, { assignments }: Unit): boolean {
  const { exportedNames } = call.context;
  return assignments.some((each) => isInfluential(each, exportedNames) && !isHarmlessAssignment(each));
}

/** An allow comes after a deny or ask that may be about something that couldn't be examined. */
function runsUnseen({ rules, tool }: LineContext, { expandedCommand }: Unit, first: number): boolean {
  if (expandedCommand === undefined || first === NO_RULE || rules.rule(first).action !== 'allow') return false;
  return tool.firstOf(DENY_OR_ASK, first) !== first && expandedCommand().isPartial;
}

/** The first deny or ask above `below` that matches the words after expansion; computed only if there is one at all. */
function firstExpanded({ tool, input }: LineContext, unit: Unit, below: number): number {
  if (unit.expandedCommand === undefined || tool.firstOf(DENY_OR_ASK, below) === below) return below;
  return expandedSpellings(unit).reduce((first, form) => tool.firstText(form, input, DENY_OR_ASK, first), below);
}

/** The command is known only at run time: deny and ask rules still apply, of the allows only one that covers anything. */
function judgeUnreadable(context: LineContext, unit: Unit, part: Part): Verdict {
  const { rules, tool, input } = context;
  if (context.unrivalledAllow !== NO_RULE) return verdictAt(rules, context.unrivalledAllow, part);
  const forms = commandSpellings(unit);
  let first = tool.firstFields(input, DENY_OR_ASK, tool.firstAny(DENY_OR_ASK, context.strictInLine));
  first = firstForUnit(context, part, { actions: DENY_OR_ASK, below: first });
  for (const form of [...forms.every, ...forms.forDeny]) first = tool.firstText(form, input, DENY_OR_ASK, first);
  first = firstExpanded(context, unit, first);
  const blocked = tool.firstAny(ALLOW, first);
  if (blocked === first) return verdictAt(rules, first, decidingPart(context, first, part));
  const problem = 'the name of the command is known only when it runs';
  return { action: 'ask', because: { kind: 'opaque', problem, part, rule: rules.rule(blocked) } };
}

/** They need no rule: only a written rule, not a built-in one, applies to them. */
function orHarmless(isFree: () => boolean, verdict: Verdict): Verdict {
  const { action, because } = verdict;
  if (action !== 'ask' || !isDefaultVerdict(because) || !isFree()) return verdict;
  return {
    action: 'allow',
    because: { kind: 'harmless', ...(because.part === undefined ? {} : { part: because.part }) },
  };
}
