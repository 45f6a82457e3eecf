import { type CallContext, describeCall, type Origin, type Result, type ToolCall } from '@caliban/calls';
import { closestNames, cutMiddle, visible } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { ToolUse } from '../conversation/messages.ts';
import { MalformedInput } from '../models/model.ts';
import { deepFreeze } from '../tools/deep-freeze.ts';
import type { SessionState, Tool } from '../tools/tool.ts';

export type CallPlace = {
  readonly session: SessionState;
  readonly context: () => CallContext;
  readonly origin: Origin;
};

export type PreparedCall = { readonly tool: Tool; readonly call: ToolCall };

/** find → parse → describe; fails with instructions for the model. */
export function prepareToolCall(use: ToolUse, tools: readonly Tool[], place: CallPlace): Result<PreparedCall, string> {
  const tool = tools.find(({ name }) => name === use.name);
  if (tool === undefined) return fail(unknownTool(use.name, tools));
  if (use.input instanceof MalformedInput) return fail(malformed(tool.name, use.input));

  const parsed = tool.parse(use.input);
  if (!parsed.ok) return fail(`wrong input for ${tool.name}: ${parsed.error}`);
  const origin = { ...place.origin, toolUseId: use.id };
  return ok({ tool, call: describeIn({ ...place, origin }, tool, parsed.value) });
}

/** Uses the session's directory, not the one the program was started in: Bash may have changed it. */
export function describeIn(
  { session, context, origin }: CallPlace,
  tool: { readonly name: string; readonly access?: Tool['access'] },
  input: unknown,
): ToolCall {
  return describeCall({
    tool: tool.name,
    input: deepFreeze(input),
    context: { ...context(), cwd: session.cwd },
    origin,
    ...(tool.access === undefined ? {} : { access: tool.access }),
  });
}

function unknownTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map((tool) => tool.name);
  const near = closestNames(name, names);
  const advice =
    near.length > 0 ? `did you mean ${near.map(quoted).join(' or ')}?` : `the tools are: ${names.join(', ')}`;
  return `there is no tool ${quoted(name)}; ${advice}`;
}

function malformed(name: string, { text }: MalformedInput): string {
  return `the input for ${name} was not valid JSON, so nothing was run; send the call again. It began: ${shortened(text)}`;
}

function quoted(name: string): string {
  return `\`${shortened(name)}\``;
}

function shortened(text: string): string {
  return visible(cutMiddle(text, 200).text);
}
