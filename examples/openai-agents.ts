import { guardOpenAiAgentsTool } from '@caliban/adapters';
import { exampleGuard } from './example-guard.ts';

// With the SDK: new Agent({ tools: [guardOpenAiAgentsTool(guard, tool({ name: 'run_command', … }))] }). It is no dependency
// of this repository, so here stands what its `tool()` makes, as far as it matters.
const runCommand = {
  type: 'function' as const,
  name: 'run_command',
  invoke: async (_context: unknown, input: string) => `ran ${input}`,
};

// Rules speak of Bash.
const guard = { ...exampleGuard(), calls: (_tool: string, input: unknown) => [{ tool: 'Bash', input }] as const };
const guarded = guardOpenAiAgentsTool(guard, runCommand);

console.log(await guarded.invoke({}, '{"command":"git log"}'));
console.log(await guarded.invoke({}, '{"command":"rm -rf dist"}'));
