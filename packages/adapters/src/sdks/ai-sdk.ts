import { AiSdkApproval, type AiSdkCall } from './ai-sdk-approval.ts';
import { admitted } from './ai-sdk-results.ts';
import { checkCall, type Guard } from './check-call.ts';
import { ToolRefused } from './guard-tool.ts';

/** The part of an AI SDK tool that we use, version 5 or 6. */
export type AiSdkTool = { readonly execute?: unknown; readonly needsApproval?: unknown };

export type AiSdkOptions = {
  /** Who asks the user about calls that no rule decides: the gate, or the SDK by approval requests (version 6 and later). */
  readonly asks?: 'gate' | 'sdk';
};

/**
 * The same tools, each run only if the gate allows it; a refusal is the tool's error, which the model reads. A tool without
 * `execute` runs elsewhere and stays as it is.
 */
export function guardAiSdkTools<Tools extends Readonly<Record<string, AiSdkTool>>>(
  guard: Guard,
  tools: Tools,
  { asks = 'gate' }: AiSdkOptions = {},
): Tools {
  const approval = asks === 'sdk' ? new AiSdkApproval(guard) : null;
  const guarded = Object.entries(tools).map(([name, tool]) => [name, guardAiSdkTool(guard, name, tool, approval)]);
  return Object.fromEntries(guarded) as Tools;
}

type Given = { readonly toolCallId?: string; readonly abortSignal?: AbortSignal; readonly messages?: unknown };

function guardAiSdkTool(guard: Guard, name: string, tool: AiSdkTool, approval: AiSdkApproval | null): AiSdkTool {
  const { execute, needsApproval: own } = tool;
  if (typeof execute !== 'function') return tool;
  return { ...tool, ...(approval === null ? {} : { needsApproval }), execute: admitted(execute.bind(tool), admit) };

  async function needsApproval(input: unknown, given: Given): Promise<boolean> {
    if ((await approval?.isNeeded(callOf(input, given))) === true) return true;
    return typeof own === 'function' ? await own.call(tool, input, given) : own === true;
  }

  async function admit(input: unknown, given?: Given): Promise<void> {
    const { messages, ...call } = callOf(input, given);
    const ruling = (await approval?.ruling({ messages, ...call })) ?? (await checkCall(guard, call));
    if (ruling.outcome !== 'allow') throw new ToolRefused(ruling.message);
  }

  function callOf(input: unknown, { toolCallId: id, abortSignal: signal, messages }: Given = {}): AiSdkCall {
    return { tool: name, input, signal, messages, ...(id === undefined ? {} : { toolUseId: id }) };
  }
}
