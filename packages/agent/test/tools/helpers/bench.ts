import { type AbsolutePath, absolutePath, describeCall, type ToolCall } from '@caliban/calls';
import { onTestFinished } from 'vitest';
import { removePrivateDirectory } from '../../../src/tools/shell/private-directory.ts';
import { createProcessGroups } from '../../../src/tools/shell/process-groups.ts';
import type { SessionState, Tool, ToolContext, ToolOutput } from '../../../src/tools/tool.ts';
import { realPath } from './real-path.ts';
import { scratch } from './scratch.ts';

/** A workspace with files in it and a session that runs tools there, as the agent would after a yes of the gate. */
export type Bench = {
  readonly directory: string;
  readonly session: SessionState;
  /** What a tool said while it ran. */
  readonly said: string[];
  describe(tool: Tool, input: unknown): ToolCall;
  run(tool: Tool, input: unknown, changes?: Partial<ToolContext>): Promise<ToolOutput>;
  context(changes?: Partial<ToolContext>): ToolContext;
};

export type BenchOptions = {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly maxOutputChars?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
};

export function bench({ files = {}, maxOutputChars = 30_000, env = process.env }: BenchOptions = {}): Bench {
  const directory = scratch(files);
  const workspace = absolutePath(directory);
  const said: string[] = [];
  const session: SessionState = {
    workspace,
    cwd: workspace,
    maxOutputChars,
    env,
    todos: [],
    seenFiles: new Map<AbsolutePath, string>(),
    processes: createProcessGroups(),
  };
  onTestFinished(async () => {
    await session.processes.endAll();
    removePrivateDirectory();
  });

  const context = (changes: Partial<ToolContext> = {}): ToolContext => ({
    signal: new AbortController().signal,
    session,
    progress: (text) => said.push(text),
    checkAlso: async () => ({ ok: false, error: 'nothing else is allowed here' }),
    mayRead: () => true,
    ...changes,
  });

  function describe(tool: Tool, input: unknown): ToolCall {
    const parsed = tool.parse(input);
    if (!parsed.ok) throw new Error(parsed.error);
    const context = { workspace, cwd: session.cwd, realPath, shell: 'bash' as const };
    return describeCall({ tool: tool.name, input: parsed.value, context });
  }

  return {
    directory,
    session,
    said,
    describe,
    context,
    run: async (tool, input, changes) => tool.run(describe(tool, input), context(changes)),
  };
}
