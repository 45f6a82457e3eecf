import { expect, test } from 'vitest';
import { guardOpenAiAgentsTool } from '../../src/sdks/openai-agents.ts';
import { exampleGuard } from '../helpers/example-guard.ts';

type Details = { toolCall: { callId: string } };

/** As `tool()` of the SDK makes them: arguments come as JSON text. */
function functionTool(name: string) {
  return {
    type: 'function' as const,
    name,
    description: '',
    invoke: async (context: { user: string }, input: string, details?: Details) =>
      `${context.user} ran ${input} as ${details?.toolCall.callId}`,
  };
}

test.each([
  ['{"command":"git log"}', 'u ran {"command":"git log"} as call-1'],
  ['{"command":"rm x"}', /~rm \*/],
  ['{"command":', /nobody can be asked/],
  ['null', /nobody can be asked/],
])('%s', async (input, output) => {
  const { guard, log } = exampleGuard(['deny Bash:~rm *', 'allow Bash:git *']);
  const bash = guardOpenAiAgentsTool(guard, functionTool('Bash'));
  expect(await bash.invoke({ user: 'u' }, input, { toolCall: { callId: 'call-1' } })).toMatch(output);
  expect(log).toMatchObject([{ tool_name: 'Bash', tool_use_id: 'call-1' }]);
  expect(bash).toMatchObject({ type: 'function', name: 'Bash' });
});

test('own names are mapped to those of the rules', async () => {
  const { guard } = exampleGuard(['deny Bash:~rm *']);
  const named = { ...guard, calls: (_: string, input: unknown) => [{ tool: 'Bash', input }] as const };
  const run = guardOpenAiAgentsTool(named, functionTool('run_command'));
  expect(await run.invoke({ user: 'u' }, '{"command":"rm x"}')).toMatch(/~rm \*/);
});
