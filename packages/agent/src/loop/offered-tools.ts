import type { PermissionMode } from '@caliban/gate';
import { isReadOnly } from '@caliban/gate/filter';
import type { ToolSpec } from '../models/model.ts';
import type { Tool } from '../tools/tool.ts';

/** The tools described to the model. Plan mode hides tools that can change something; the gate would refuse them anyway. */
export function offeredTools(tools: readonly Tool[], mode: PermissionMode): readonly ToolSpec[] {
  const offered = mode === 'plan' ? tools.filter(({ access }) => isReadOnly(access)) : tools;
  return offered.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
}
