import { checkCall, type Guard } from './check-call.ts';

/** The message is for the model. */
export class ToolRefused extends Error {
  override readonly name = 'ToolRefused';
}

/** The function, run only if the gate allows it; otherwise it throws `ToolRefused`. */
export function guardTool<Input, Rest extends readonly unknown[], Output>(
  guard: Guard,
  tool: string,
  run: (input: Input, ...rest: Rest) => Output | PromiseLike<Output>,
): (input: Input, ...rest: Rest) => Promise<Output> {
  return async (input, ...rest) => {
    const decision = await checkCall(guard, { tool, input });
    if (decision.outcome === 'allow') return await run(input, ...rest);
    throw new ToolRefused(decision.message);
  };
}
