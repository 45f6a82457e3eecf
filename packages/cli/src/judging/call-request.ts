import type { Result } from '@caliban/gate';
import { nearestTool } from '@caliban/gate/internal/describe/misspelled-tool';
import { TOOL_PROFILES } from '@caliban/gate/internal/describe/tool-profiles';
import { ambiguousNumberIn, ambiguousNumberProblem } from '@caliban/gate/internal/text/ambiguous-number';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { UsageError } from '../command-line/problems.ts';
import type { Terminal } from '../process/terminal.ts';

/** A call as somebody types it. */
export type CallRequest = { readonly tool: string; readonly input: unknown };

export type TypedCall = { readonly command: 'perms test' | 'perms explain'; readonly operands: readonly string[] };

/** `<tool> [<json>|<text>|-]`: text is the tool's first argument. */
export async function readCallRequest({ command, operands }: TypedCall, terminal: Terminal): Promise<CallRequest> {
  const [tool, given, surplus] = operands;
  if (tool === undefined) throw new UsageError(`the tool is missing; write for example \`${command} Bash 'git push'\``);
  if (surplus !== undefined)
    throw new UsageError(`\`${surplus}\` is one argument too many; quote the command as a whole`);
  const text = given === '-' ? withoutLineEnd(await terminal.readInput()) : given;
  return { tool, input: text === undefined ? {} : callInput(tool, text) };
}

/** What `echo` puts behind its text is no part of a path. */
function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/** As `parseCallInput`, where text that cannot be meant ends it. */
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
    return fail(`\`${tool}\` has no first argument${nearestTool(tool)}; give its input as a JSON object`);
  }
  try {
    const input: unknown = JSON.parse(text);
    const ambiguous = ambiguousNumberIn(text);
    return ambiguous === null ? ok(input) : fail(ambiguousNumberProblem(ambiguous));
  } catch (error) {
    // `{ git status; }` is a command, not broken JSON.
    if (field === 'command') return ok({ command: text });
    return fail(`the input is no JSON: ${error instanceof Error ? error.message : error}`);
  }
}
