import { checkCall, type Guard, ToolRefused } from './guard-tool.ts';

/** What is used of a tool of the AI SDK, version 5 or 6. */
export type AiSdkTool = { readonly execute?: unknown };

type Execute = (input: unknown, options: ExecuteOptions) => unknown;
type ExecuteOptions = { readonly toolCallId?: string; readonly abortSignal?: AbortSignal };

/**
 * The same tools, each run only when the gate allows; a refusal is the tool's error, which the model reads. A tool without
 * `execute` runs somewhere else and stays as it is.
 */
export function guardAiSdkTools<Tools extends Readonly<Record<string, AiSdkTool>>>(guard: Guard, tools: Tools): Tools {
  const guarded = Object.entries(tools).map(([name, tool]) => [name, guardAiSdkTool(guard, name, tool)]);
  return Object.fromEntries(guarded) as Tools;
}

function guardAiSdkTool(guard: Guard, name: string, tool: AiSdkTool): AiSdkTool {
  if (typeof tool.execute !== 'function') return tool;
  const run = tool.execute.bind(tool) as Execute;
  // The SDK looks at once whether results come bit by bit, before we have asked.
  return { ...tool, execute: tool.execute instanceof AsyncGeneratorFunction ? bitByBit : inOnePiece };

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
    const { toolCallId: id, abortSignal: signal } = options ?? {};
    const decision = await checkCall(guard, {
      tool: name,
      input,
      signal,
      ...(id === undefined ? {} : { toolUseId: id }),
    });
    if (decision.outcome === 'allow') return then();
    throw new ToolRefused(decision.message);
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
