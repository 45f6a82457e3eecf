import { guardAiSdkTools } from '@caliban/adapters';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import { exampleGuard } from './example-guard.ts';
import { exampleModel } from './example-model.ts';

const tools = guardAiSdkTools(exampleGuard(), {
  Bash: tool({
    description: 'run a command',
    inputSchema: jsonSchema<{ command: string }>({
      type: 'object',
      properties: { command: { type: 'string' } },
      required: ['command'],
    }),
    execute: async ({ command }) => `ran ${command}`,
  }),
});

const model = exampleModel('git log', 'rm -rf dist');
const { steps } = await generateText({ model, tools, prompt: 'tidy up', stopWhen: stepCountIs(2) });
for (const part of steps[0]?.content ?? []) {
  if (part.type === 'tool-result') console.log(part.output);
  if (part.type === 'tool-error') console.log(String(part.error));
}
