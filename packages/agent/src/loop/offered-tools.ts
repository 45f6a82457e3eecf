import type { PermissionMode } from '@caliban/gate';
import type { ToolSpec } from '../models/model.ts';
import type { Tool } from '../tools/tool.ts';

/** What the model gets to know of. Plan mode hides what can change something; the gate would refuse it anyway. */
export function offeredTools(tools: readonly Tool[], mode: PermissionMode): readonly ToolSpec[] {
  const offered = mode === 'plan' ? tools.filter(isForPlanning) : tools;
  return offered.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
}

function isForPlanning({ name, access }: Tool): boolean {
  return access === 'read' || access === 'internal' || name === 'ExitPlanMode';
}
