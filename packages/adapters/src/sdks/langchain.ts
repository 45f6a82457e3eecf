import { fieldOf, textOf } from '../hosts/protocol/payload.ts';
import { checkCall, type Guard } from './check-call.ts';

/** The part of a LangChain or LangGraph tool that we use. */
export type LangChainTool = { readonly name: string; invoke(input: never, config?: never): Promise<unknown> };

/** The same tool, run only if the gate allows it. A refusal is its result, which LangGraph passes to the model like any other. */
export function guardLangChainTool<Tool extends LangChainTool>(guard: Guard, tool: Tool): Tool {
  return new Proxy(tool, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      // All ways to run it go through these two; `batch` and `stream` call `invoke` of the proxy.
      const isEntry = (property === 'invoke' || property === 'call') && typeof value === 'function';
      return isEntry ? guarded(value as Entry) : value;
    },
  });

  function guarded(run: Entry): Entry {
    return async (given, config) => {
      // A model's call is passed whole, any other only as its arguments.
      const isCall = textOf(given, 'type') === 'tool_call';
      const input = isCall ? fieldOf(given, 'args') : given;
      const toolUseId = isCall ? textOf(given, 'id') : undefined;
      const signal = fieldOf(config, 'signal');
      const decision = await checkCall(guard, {
        tool: tool.name,
        input,
        ...(toolUseId === undefined ? {} : { toolUseId }),
        ...(signal instanceof AbortSignal ? { signal } : {}),
      });
      return decision.outcome === 'allow' ? run.call(tool, given, config) : decision.message;
    };
  }
}

type Entry = (input: unknown, config?: unknown) => Promise<unknown>;
