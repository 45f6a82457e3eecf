import type { CommandLine, ToolCall } from '@caliban/calls';
import { literalText } from '@caliban/calls/globs';
import type { WorkBudget } from '@caliban/calls/programs';
import { commandArgument } from '../pattern/command-argument.ts';
import type { Part } from '../types/verdict.ts';
import { withSingleBlanks } from './command-spellings.ts';
import { partsMatching } from './deciding-part.ts';
import { newInnerBudget } from './inner-budget.ts';
import type { RuleBook } from './rule-book.ts';
import { ALLOW, DENY, DENY_OR_ASK, EVERY_ACTION, NO_RULE, type RuleIndex, type ToolRules } from './rule-index.ts';

/** Facts about a whole command line, looked up once for all its parts. */
export type LineContext = {
  readonly seesThroughWrappers: boolean;
  readonly rules: RuleIndex;
  /** Whether an enforced layer denies anything of this tool: a line that can't be analysed might be that. */
  readonly locksTool: (name: string) => boolean;
  readonly call: ToolCall;
  readonly line: CommandLine;
  readonly tool: ToolRules;
  readonly input: unknown;
  /** The first match-all rule, if it allows; else NO_RULE. */
  readonly catchAllAllow: number;
  /** The same, if no deny or ask rule for this tool comes before it: it may allow even lines that can't be analysed. */
  readonly unrivalledAllow: number;
  /** The first `~` deny or ask whose text is anywhere in the line: it applies to every part. */
  readonly strictInLine: number;
  /** The parts whose own text it matches. */
  readonly strictParts: () => readonly Part[];
  /** The first allow that spells the whole line, without a wildcard: it covers every part. */
  readonly wholeLineAllow: number;
  /** For what its commands run and touch in turn. */
  readonly budget: WorkBudget;
};

export function lineContext(
  { rules, enforced, seesThroughWrappers = false }: RuleBook,
  call: ToolCall,
  line: CommandLine,
): LineContext {
  const { input } = call;
  const tool = rules.forTool(call.tool);
  const catchAllAllow = firstAnyIfAllow(tool);
  const locksTool = (name: string) => enforced.some((layer) => layer.forTool(name).firstOf(DENY, NO_RULE) !== NO_RULE);
  const unrivalled = tool.firstOf(DENY_OR_ASK, catchAllAllow) === catchAllAllow && !locksTool(call.tool);
  const strictInLine = firstInLine(tool, line, input);
  let strictParts: readonly Part[] | undefined;
  return {
    seesThroughWrappers,
    budget: newInnerBudget(),
    rules,
    locksTool,
    call,
    line,
    tool,
    input,
    catchAllAllow,
    unrivalledAllow: unrivalled ? catchAllAllow : NO_RULE,
    strictInLine,
    strictParts: () => (strictParts ??= partsMatching({ tool, input, line }, strictInLine)),
    wholeLineAllow: tool.firstText(line.source.trim(), input, ALLOW, NO_RULE, (position) =>
      spellsItOut(rules, position, call.tool),
    ),
  };
}

function firstInLine(tool: ToolRules, line: CommandLine, input: unknown): number {
  const first = firstInText(tool, line.source, input, NO_RULE);
  const unquoted = QUOTING.test(line.source) ? unquotedTexts(line) : '';
  const inQuotes = unquoted === '' ? first : firstInText(tool, unquoted, input, first);
  if (line.possibleInputs === undefined || tool.firstOf(DENY_OR_ASK, inQuotes) === inQuotes) return inQuotes;
  return firstInText(tool, line.possibleInputs().texts.join('\n'), input, inQuotes);
}

const QUOTING = /['"\\]/;

/** The texts beside the commands, without quotes: files, values, and input of commands. */
function unquotedTexts({ units, redirects, assignments, inputs }: CommandLine): string {
  let texts = '';
  const add = (written: string, text: string | null) => {
    if (text !== null && !written.includes(text)) texts += `${text}\n`;
  };
  for (const { text, target } of redirects) add(text, target);
  for (const { text, value } of assignments) add(text, value);
  for (const unit of units) for (const { text, value } of unit.assignments) add(text, value);
  for (const text of inputs ?? []) add('', text.replaceAll('\\\n', ''));
  return texts;
}

function firstInText(tool: ToolRules, text: string, input: unknown, below: number): number {
  const first = tool.firstAnywhere(text, input, DENY_OR_ASK, below);
  const spaced = withSingleBlanks(text);
  return spaced === null ? first : tool.firstAnywhere(spaced, input, DENY_OR_ASK, first);
}

function firstAnyIfAllow(tool: ToolRules): number {
  const first = tool.firstAny(EVERY_ACTION, NO_RULE);
  return tool.firstAny(ALLOW, first + 1) === first ? first : NO_RULE;
}

function spellsItOut(rules: RuleIndex, position: number, tool: string): boolean {
  const argument = commandArgument(rules.rule(position), tool);
  return argument !== null && !argument.anywhere && literalText(argument.glob) !== null;
}
