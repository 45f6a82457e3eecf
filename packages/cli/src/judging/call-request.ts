import { type Result, TOOL_PROFILES } from '@caliban/calls';
import { nearestTool } from '@caliban/calls/describe';
import { ambiguousNumberIn, ambiguousNumberProblem, didYouMean, visible } from '@caliban/calls/text';
import { fail, isRecord, ok } from '@caliban/calls/types';
import { shellQuote } from '@caliban/gate/ask';
import { UsageError } from '../command-line/problems.ts';
import type { Terminal } from '../process/terminal.ts';

/** A call as someone types it. */
export type CallRequest = { readonly tool: string; readonly input: unknown };

export type TypedCall = {
  readonly command: 'perms test' | 'perms explain' | 'perms fix';
  readonly operands: readonly string[];
};

/** `<tool> [<json>|<text>|-]`: text is the tool's first argument. */
export async function readCallRequest({ command, operands }: TypedCall, terminal: Terminal): Promise<CallRequest> {
  const [tool, given, surplus] = operands;
  if (tool === undefined) throw new UsageError(`the tool is missing; write for example \`${command} Bash 'git push'\``);
  refuseMissingTool(tool, { command, operands }, terminal);
  if (surplus !== undefined)
    throw new UsageError(`\`${surplus}\` is one argument too many; quote the command as a whole`);
  const text = given === '-' ? withoutLineEnd(await terminal.readInput()) : given;
  const input = text === undefined ? {} : callInput(tool, text);
  checkFields(tool, input, terminal);
  return { tool, input };
}

/** A command or a pattern in place of the tool: `perms test 'git status'`, `perms test git status`, `perms test Bash:ls`. */
function refuseMissingTool(tool: string, { command, operands }: TypedCall, terminal: Terminal): void {
  if (TOOL_PROFILES.has(tool)) return;
  const [, name = '', spec = ''] = /^(\w+)[:(](.*?)\)?$/s.exec(tool) ?? [];
  if (TOOL_PROFILES.has(name)) {
    const call = [name, ...(spec === '' ? [] : [shellQuote(visible(spec))])].join(' ');
    throw new UsageError(
      `\`${visible(tool)}\` is a pattern; a tool and its input are needed: \`caliban ${command} ${call}\``,
    );
  }
  const [, given, surplus] = operands;
  const isInput = given === undefined || given === '-' || given.trimStart().startsWith('{');
  const isCommand = /[\s;|&<>$`'"()]/.test(tool) || surplus !== undefined || (!isInput && nearestTool(tool) === '');
  const line = shellQuote(visible(operands.join(' ')));
  const remedy = `for a command write \`caliban ${command} Bash ${line}\``;
  if (isCommand) throw new UsageError(`there is no tool \`${visible(tool)}\`; ${remedy}`);
  if (given === undefined && /^[a-z]+$/.test(tool))
    terminal.err(`note: \`${tool}\` is read as a tool's name; ${remedy}\n`);
}

/** A misspelled main argument would be judged as if it were missing, so it is an error; any other unknown field gets a note. */
function checkFields(tool: string, input: unknown, terminal: Terminal): void {
  const profile = TOOL_PROFILES.get(tool);
  if (profile === undefined || !isRecord(input)) return;
  const unknown = Object.keys(input).find((field) => !profile.fields.includes(field));
  if (unknown === undefined) return;
  const first = profile.argument?.field;
  const near = didYouMean(unknown, profile.fields, { atMost: 2 });
  const isFirst = first !== undefined && !(first in input) && (near === '' || near.includes(`\`${first}\``));
  const meant = isFirst ? ` (did you mean \`${first}\`?)` : near;
  const problem = `\`${tool}\` has no field \`${visible(unknown)}\`${meant}; it has ${profile.fields.join(', ')}`;
  if (isFirst) throw new UsageError(problem);
  terminal.err(`note: ${problem}\n`);
}

/** The line end that `echo` appends isn't part of a path. */
function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/** Like `parseCallInput`, but throws for invalid text. */
export function callInput(tool: string, text: string): unknown {
  const input = parseCallInput(tool, text);
  if (!input.ok) throw new UsageError(input.error);
  return input.value;
}

/** A JSON object, or the tool's first argument as plain text. */
export function parseCallInput(tool: string, text: string): Result<unknown, string> {
  const field = TOOL_PROFILES.get(tool)?.argument?.field;
  if (!text.trimStart().startsWith('{')) {
    if (field !== undefined) return ok({ [field]: text });
    const near = nearestTool(tool);
    if (near !== '') return fail(`there is no tool \`${visible(tool)}\`${near}`);
    return fail(`\`${tool}\` has no first argument; give its input as a JSON object`);
  }
  try {
    const input: unknown = JSON.parse(text);
    const ambiguous = ambiguousNumberIn(text);
    return ambiguous === null ? ok(input) : fail(ambiguousNumberProblem(ambiguous));
  } catch (error) {
    // `{ git status; }` is a command, not broken JSON.
    if (field === 'command') return ok({ command: text });
    return fail(`the input is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
