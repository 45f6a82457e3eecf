import { specFor } from '../pattern/parse-pattern.ts';
import { literalText } from '../text/text-glob.ts';
import type { CommandLine } from '../types/command-line.ts';
import type { ToolCall } from '../types/tool-call.ts';
import type { Part } from '../types/verdict.ts';
import type { RuleBook } from './rule-book.ts';
import { ALLOW, DENY, EVERY_ACTION, NO_RULE, type RuleIndex, STRICT, type ToolRules } from './rule-index.ts';
import { withSingleBlanks } from './single-blanks.ts';
import { partsMatching } from './speaking-part.ts';

/** What holds for every part of one command line, looked up once. */
export type LineContext = {
  readonly seesThroughWrappers: boolean;
  readonly rules: RuleIndex;
  /** Whether a layer whose denies nobody lifts denies anything of this tool: what cannot be analysed may be that. */
  readonly locksTool: (name: string) => boolean;
  readonly call: ToolCall;
  readonly line: CommandLine;
  readonly tool: ToolRules;
  readonly input: unknown;
  /** The first match-all rule, if it allows; else NO_RULE. */
  readonly allowAny: number;
  /** The same, if no deny or ask rule for this tool stands above it: it may allow even what cannot be analysed. */
  readonly vouchedBy: number;
  /** The first `~` deny or ask that finds its text anywhere in the line: it counts against every part. */
  readonly strictInLine: number;
  /** The parts in whose own text it finds it. */
  readonly strictParts: () => readonly Part[];
  /** The first allow that spells the whole line, without a wildcard: it covers every part. */
  readonly exactAllow: number;
};

export function lineContext(
  { rules, locked, seesThroughWrappers = false }: RuleBook,
  call: ToolCall,
  line: CommandLine,
): LineContext {
  const { input } = call;
  const tool = rules.forTool(call.tool);
  const allowAny = firstAnyIfAllow(tool);
  const locksTool = (name: string) => locked.some((layer) => layer.forTool(name).firstOf(DENY, NO_RULE) !== NO_RULE);
  const unrivalled = tool.firstOf(STRICT, allowAny) === allowAny && !locksTool(call.tool);
  const strictInLine = firstInLine(tool, line, input);
  let strictParts: readonly Part[] | undefined;
  return {
    seesThroughWrappers,
    rules,
    locksTool,
    call,
    line,
    tool,
    input,
    allowAny,
    vouchedBy: unrivalled ? allowAny : NO_RULE,
    strictInLine,
    strictParts: () => (strictParts ??= partsMatching({ tool, input, line }, strictInLine)),
    exactAllow: tool.firstText(line.source.trim(), input, ALLOW, NO_RULE, (position) =>
      spellsItOut(rules, position, call.tool),
    ),
  };
}

function firstInLine(tool: ToolRules, line: CommandLine, input: unknown): number {
  const first = firstInText(tool, line.source, input, NO_RULE);
  const unquoted = QUOTING.test(line.source) ? unquotedTexts(line) : '';
  const inQuotes = unquoted === '' ? first : firstInText(tool, unquoted, input, first);
  if (line.settledInputs === undefined || tool.firstOf(STRICT, inQuotes) === inQuotes) return inQuotes;
  return firstInText(tool, line.settledInputs().texts.join('\n'), input, inQuotes);
}

const QUOTING = /['"\\]/;

/** What stands beside the commands, without its quotes: files, values, and what is fed to a command. */
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
  const first = tool.firstAnywhere(text, input, STRICT, below);
  const spaced = withSingleBlanks(text);
  return spaced === null ? first : tool.firstAnywhere(spaced, input, STRICT, first);
}

function firstAnyIfAllow(tool: ToolRules): number {
  const first = tool.firstAny(EVERY_ACTION, NO_RULE);
  return tool.firstAny(ALLOW, first + 1) === first ? first : NO_RULE;
}

function spellsItOut(rules: RuleIndex, position: number, tool: string): boolean {
  const argument = specFor(rules.rule(position).pattern, tool)?.argument;
  return argument?.kind === 'text' && !argument.anywhere && literalText(argument.glob) !== null;
}
