import { guardLangChainTool } from '@caliban/adapters';
import { exampleGuard } from './example-guard.ts';

// With the SDK: new ToolNode([guardLangChainTool(guard, tool(…, { name: 'Bash', schema }))]). It is no dependency of this
// repository, so here stands a tool as LangGraph calls it.
const bash = {
  name: 'Bash',
  invoke: async ({ args }: { type: 'tool_call'; id: string; args: { command: string } }) => `ran ${args.command}`,
};

const guarded = guardLangChainTool(exampleGuard(), bash);

for (const command of ['git log', 'rm -rf dist']) {
  console.log(await guarded.invoke({ type: 'tool_call', id: 'call-1', args: { command } }));
}
