import type { Access } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { Tool, ToolContext, ToolOutput } from '../../src/tools/tool.ts';

export type MadeTool = Partial<Tool> & {
  readonly name: string;
  readonly does?: (input: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<ToolOutput> | ToolOutput;
};

/** A small real tool; by default it takes any object, only reads, and says `ok`. */
export function madeTool({ does = () => said('ok'), ...overrides }: MadeTool): Tool {
  return {
    description: `does ${overrides.name}`,
    inputSchema: { type: 'object' },
    access: 'read' as Access,
    parse: (input) =>
      typeof input === 'object' && input !== null ? ok(Object.freeze(input)) : fail('expected an object'),
    run: async (call, context) => does(call.input as Record<string, unknown>, context),
    ...overrides,
  };
}

export function said(text: string): ToolOutput {
  return { text, isError: false };
}

/** Something that happens once and can be waited for. */
export function signpost(): { readonly reached: Promise<void>; readonly reach: () => void } {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach };
}

/** Waits until the signal aborts, as a tool that honours it does. */
export function untilAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
