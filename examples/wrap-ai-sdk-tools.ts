import { guardAiSdkTools } from '@caliban/adapters';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { exampleGuard } from './example-guard.ts';

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

// In place of a real model, one from the SDK's own test kit: it calls Bash twice and is done.
const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const calls = ['git log', 'rm -rf dist'].map((command, index) => ({
  type: 'tool-call' as const,
  toolCallId: `call-${index}`,
  toolName: 'Bash',
  input: JSON.stringify({ command }),
}));
const model = new MockLanguageModelV3({
  doGenerate: [
    { content: calls, finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] },
    {
      content: [{ type: 'text', text: 'done' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    },
  ],
});

const { steps } = await generateText({ model, tools, prompt: 'tidy up', stopWhen: stepCountIs(2) });
for (const part of steps[0]?.content ?? []) {
  if (part.type === 'tool-result') console.log(part.output);
  if (part.type === 'tool-error') console.log(String(part.error));
}
