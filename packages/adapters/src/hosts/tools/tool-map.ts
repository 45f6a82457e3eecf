import type { Access } from '@caliban/gate';
import type { HostCall } from '../host-adapter.ts';
import type { Calls } from '../protocol/calls-request.ts';

/** A call under the host's names, read as ours. Nothing: it stays as the host says it. */
export type ReadTool = (input: unknown, hostTool: string) => readonly HostCall[];

/** By the host's name of the tool. A map, so that no name can mean more than itself. */
export type ToolMap = ReadonlyMap<string, ReadTool>;

/** A tool we do not know keeps its name and fields, and is judged by the rules for any tool. */
export function readCalls(tools: ToolMap, tool: string, input: unknown): Calls {
  const [first, ...others] = tools.get(tool)?.(input, tool) ?? [];
  return first === undefined ? [{ tool, input }] : [first, ...others];
}

/** The same fields under our name. */
export function named(tool: string, access?: Access): ReadTool {
  return (input) => [{ tool, input, ...(access === undefined ? {} : { access }) }];
}

/** Ours, and the host's own beside it: where what a rule looks at is missing, no rule of ours alone may let it through. */
export function incomplete(call: HostCall, input: unknown, hostTool: string): readonly HostCall[] {
  return call.tool === hostTool ? [call] : [call, { tool: hostTool, input }];
}
