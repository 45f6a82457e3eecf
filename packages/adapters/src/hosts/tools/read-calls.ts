import type { Calls } from '../protocol/calls-request.ts';
import { ownTool } from './own-tool.ts';
import type { ToolMap } from './tool-map.ts';

/** A tool we do not know keeps its name and fields, and is judged by the rules for any tool; one with a name of ours is read as ours. */
export function readCalls(tools: ToolMap, tool: string, input: unknown): Calls {
  const read = tools.get(tool) ?? ownTool(tool);
  const [first, ...others] = read?.(input, tool) ?? [];
  return first === undefined ? [{ tool, input }] : [first, ...others];
}
