import { CLAUDE_CODE_DIALOG_TOOLS } from '../hosts/claude-code/tools.ts';
import { readCalls } from '../hosts/tools/read-calls.ts';
import { checkCall, type Guard } from './check-call.ts';

/** `canUseTool` of the Claude Agent SDK, as far as we use it. */
export type CanUseTool = (
  tool: string,
  input: Record<string, unknown>,
  options: { readonly signal: AbortSignal; readonly toolUseID?: string; readonly agentID?: string },
) => Promise<PermissionResult>;

export type PermissionResult =
  | { behavior: 'allow'; updatedInput: Record<string, unknown> }
  | { behavior: 'deny'; message: string };

/**
 * The gate as the SDK's `canUseTool`. The SDK calls it only if its own rules, mode and hooks haven't decided, so leave
 * `allowedTools` empty and the mode at `default`.
 */
export function canUseTool(guard: Guard): CanUseTool {
  const named: Guard = { calls: (tool, input) => readCalls(CLAUDE_CODE_DIALOG_TOOLS, tool, input), ...guard };
  return async (tool, input, { signal, toolUseID, agentID }) => {
    const origin = {
      ...(toolUseID === undefined ? {} : { toolUseId: toolUseID }),
      ...(agentID === undefined ? {} : { agent: agentID }),
    };
    const decision = await checkCall(named, { tool, input, signal, ...origin });
    if (decision.outcome === 'allow') return { behavior: 'allow', updatedInput: input };
    return { behavior: 'deny', message: decision.message };
  };
}
