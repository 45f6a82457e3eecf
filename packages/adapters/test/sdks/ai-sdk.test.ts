import { generateText, jsonSchema, stepCountIs, type Tool, tool } from 'ai';
import { expect, test } from 'vitest';
import { guardAiSdkTools } from '../../src/sdks/ai-sdk.ts';
import { callingModel } from '../helpers/calling-model.ts';
import { exampleGuard } from '../helpers/example-guard.ts';

const ran: string[] = [];
const tools = {
  Bash: tool({
    inputSchema: jsonSchema<{ command: string }>({ type: 'object' }),
    execute: async ({ command }) => {
      ran.push(command);
      return `did ${command}`;
    },
  }),
  Grep: tool({
    inputSchema: jsonSchema<{ pattern: string }>({ type: 'object' }),
    async *execute({ pattern }) {
      yield 'one';
      yield `two ${pattern}`;
    },
  }),
  Glob: tool({
    inputSchema: jsonSchema<{ pattern: string }>({ type: 'object' }),
    execute: ({ pattern }) => steps(pattern),
  }),
  AskUser: tool({
    inputSchema: jsonSchema<object>({ type: 'object' }),
    outputSchema: jsonSchema<string>({ type: 'string' }),
  }) as Tool,
};

async function* steps(pattern: string): AsyncGenerator<string> {
  yield 'half';
  yield `whole ${pattern}`;
}

test.each([
  ['Bash', { command: 'git log' }, { type: 'tool-result', output: 'did git log' }],
  ['Bash', { command: 'rm x' }, { type: 'tool-error' }],
  ['Grep', { pattern: 'x' }, { type: 'tool-result', output: 'two x' }],
  // Only when it runs does it show that its result comes bit by bit.
  ['Glob', { pattern: 'x' }, { type: 'tool-result', output: 'whole x' }],
])('%s %j', async (name, input, part) => {
  const { guard, log } = exampleGuard(['deny Bash:~rm *', 'allow Bash:git *']);
  const { steps } = await generateText({
    model: callingModel(name, input),
    tools: guardAiSdkTools(guard, tools),
    prompt: 'go',
    stopWhen: stepCountIs(2),
  });
  expect(steps[0]?.content.at(-1)).toMatchObject({ toolName: name, ...part });
  expect(log).toMatchObject([{ tool_name: name, tool_use_id: 'call-1' }]);
  expect(ran).not.toContain('rm x');
});

test('the model reads why', async () => {
  const model = callingModel('Bash', { command: 'rm x' });
  const { guard } = exampleGuard(['deny Bash:~rm *']);
  await generateText({ model, tools: guardAiSdkTools(guard, tools), prompt: 'go', stopWhen: stepCountIs(2) });
  expect(JSON.stringify(model.doGenerateCalls[1]?.prompt.at(-1))).toContain('~rm *');
});

test('a tool that runs elsewhere is unchanged', () => {
  expect(guardAiSdkTools(exampleGuard([]).guard, tools).AskUser).toBe(tools.AskUser);
});
