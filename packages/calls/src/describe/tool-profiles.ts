import type { Access } from '../types/tool-call.ts';
import type { ToolProfile, ToolProfiles } from '../types/tool-profile.ts';

/** The tools caliban knows. Any other tool has no first argument, and its access is unknown. */
export const TOOL_PROFILES: ToolProfiles = new Map<string, ToolProfile>([
  ['Bash', tool('execute', 'command', 'command', ['description', 'timeout', 'run_in_background'])],
  ['WebFetch', tool('network', 'url', 'url', ['prompt'])],
  ['Read', tool('read', 'path', 'path', ['offset', 'limit'])],
  ['Grep', tool('read', 'path', 'path', ['pattern', 'glob', 'type', 'output_mode', 'multiline', 'head_limit'])],
  ['Glob', tool('read', 'path', 'path', ['pattern'])],
  ['Write', tool('edit', 'path', 'path', ['content'])],
  ['Edit', tool('edit', 'path', 'path', ['old_string', 'new_string', 'replace_all'])],
  ['MultiEdit', tool('edit', 'path', 'path', ['edits'])],
  ['NotebookEdit', tool('edit', 'path', 'path', ['cell_id', 'cell_type', 'edit_mode', 'new_source'])],
  ['TodoWrite', bareTool('internal', ['todos'])],
  ['EnterPlanMode', bareTool('internal', [])],
  ['ExitPlanMode', bareTool('internal', ['plan'])],
  ['Agent', bareTool('internal', ['prompt', 'description', 'subagent_type', 'model'])],
]);

function tool(access: Access, field: string, kind: 'command' | 'path' | 'url', others: readonly string[]): ToolProfile {
  return { access, argument: { field, kind }, fields: [field, ...others] };
}

function bareTool(access: Access, fields: readonly string[]): ToolProfile {
  return { access, argument: null, fields };
}
