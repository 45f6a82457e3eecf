import { parsedInput } from '../hosts/protocol/payload.ts';
import { checkCall, type Guard } from './check-call.ts';

/** The part of an OpenAI Agents SDK function tool that we use. */
export type OpenAiAgentsTool = {
  readonly name: string;
  invoke(context: never, input: string, details?: never): Promise<unknown>;
};

/** The same tool, run only if the gate allows it. A refusal is its output: an error would end the agent's run. */
export function guardOpenAiAgentsTool<Tool extends OpenAiAgentsTool>(guard: Guard, tool: Tool): Tool {
  return { ...tool, invoke };

  async function invoke(context: never, input: string, details?: never): Promise<unknown> {
    const { toolCall, signal } = (details ?? {}) as InvokeDetails;
    const origin = toolCall?.callId === undefined ? {} : { toolUseId: toolCall.callId };
    const decision = await checkCall(guard, { tool: tool.name, input: parsedInput(input), signal, ...origin });
    return decision.outcome === 'allow' ? tool.invoke(context, input, details) : decision.message;
  }
}

type InvokeDetails = { readonly toolCall?: { readonly callId?: string }; readonly signal?: AbortSignal };
