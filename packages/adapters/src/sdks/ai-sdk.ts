import { AiSdkApproval, type AiSdkCall } from './ai-sdk-approval.ts';
import { checkCall, type Guard, ToolRefused } from './guard-tool.ts';

/** What is used of a tool of the AI SDK, version 5 or 6. */
export type AiSdkTool = { readonly execute?: unknown; readonly needsApproval?: unknown };

export type AiSdkOptions = {
  /** Who asks the user about what no rule settles: the gate, or the SDK by approval requests, which it has from version 6 on. */
  readonly asks?: 'gate' | 'sdk';
};

type Execute = (input: unknown, options: ExecuteOptions) => unknown;
type ExecuteOptions = {
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal;
  readonly messages?: unknown;
};

/**
 * The same tools, each run only when the gate allows; a refusal is the tool's error, which the model reads. A tool without
 * `execute` runs somewhere else and stays as it is.
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

function guardAiSdkTool(guard: Guard, name: string, tool: AiSdkTool, approval: AiSdkApproval | null): AiSdkTool {
  if (typeof tool.execute !== 'function') return tool;
  const run = tool.execute.bind(tool) as Execute;
  return {
    ...tool,
    ...(approval === null ? {} : { needsApproval }),
    // The SDK looks at once whether results come bit by bit, before we have asked.
    execute: tool.execute instanceof AsyncGeneratorFunction ? bitByBit : inOnePiece,
  };

  async function needsApproval(input: unknown, options: ExecuteOptions): Promise<boolean> {
    if ((await approval?.isNeeded(callOf(input, options))) === true) return true;
    const { needsApproval: own } = tool;
    return typeof own === 'function' ? await own.call(tool, input, options) : own === true;
  }

  async function* bitByBit(input: unknown, options: ExecuteOptions): AsyncGenerator {
    yield* (await whenAllowed(input, options, () => run(input, options))) as AsyncIterable<unknown>;
  }

  async function inOnePiece(input: unknown, options: ExecuteOptions): Promise<unknown> {
    return await whenAllowed(input, options, () => {
      const result = run(input, options);
      return isBitByBit(result) ? lastOf(result) : result;
    });
  }

  async function whenAllowed(input: unknown, options: ExecuteOptions, then: () => unknown): Promise<unknown> {
    const { messages, ...call } = callOf(input, options);
    const ruling = (await approval?.ruling({ messages, ...call })) ?? (await checkCall(guard, call));
    if (ruling.outcome === 'allow') return then();
    throw new ToolRefused(ruling.message);
  }

  function callOf(input: unknown, options: ExecuteOptions | undefined): AiSdkCall {
    const { toolCallId: id, abortSignal: signal, messages } = options ?? {};
    return { tool: name, input, signal, messages, ...(id === undefined ? {} : { toolUseId: id }) };
  }
}

const AsyncGeneratorFunction = async function* () {}.constructor as FunctionConstructor;

function isBitByBit(result: unknown): result is AsyncIterable<unknown> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
}

/** A plain function shows only when it runs that its result comes bit by bit, too late to pass them on. The last is the result. */
async function lastOf(bits: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const bit of bits) last = bit;
  return last;
}
