import { TOOL_PROFILES } from '@caliban/calls';
import type { Calls } from '../protocol/calls-request.ts';
import { PATH_FIELDS } from './fields.ts';
import { fileTool, globTool, grepTool } from './file-tool.ts';
import { shellTool } from './shell-tool.ts';
import type { ReadTool, ToolMap } from './tool-map.ts';
import { webFetchTool } from './web-tool.ts';

/** An unknown tool keeps its name and fields and is judged by the rules for any tool; one with the name of ours is read as ours. */
export function readCalls(tools: ToolMap, tool: string, input: unknown): Calls {
  const read = tools.get(tool) ?? ownTool(tool);
  const [first, ...others] = read?.(input, tool) ?? [];
  return first === undefined ? [{ tool, input }] : [first, ...others];
}

/** A tool named like one of ours, in a host that isn't known to have it. Undefined: rules look at none of its fields. */
function ownTool(tool: string): ReadTool | undefined {
  switch (TOOL_PROFILES.get(tool)?.argument?.kind) {
    case 'command':
      return shellTool({ command: ['command', 'cmd'], directory: ['cwd', 'workdir', 'working_directory'] });
    case 'url':
      return webFetchTool;
    case 'path':
      if (tool === 'Glob') return globTool({ path: PATH_FIELDS });
      return tool === 'Grep' ? grepTool({ path: PATH_FIELDS }) : fileTool(tool, { path: PATH_FIELDS });
    case undefined:
      return undefined;
  }
}
