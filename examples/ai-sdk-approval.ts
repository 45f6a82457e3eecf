import { guardAiSdkTools } from '@caliban/adapters';
import { generateText, jsonSchema, type ModelMessage, tool } from 'ai';
import { exampleGuard } from './example-guard.ts';
import { exampleModel } from './example-model.ts';

const bash = tool({
  inputSchema: jsonSchema<{ command: string }>({ type: 'object', properties: { command: { type: 'string' } } }),
  execute: async ({ command }) => `ran ${command}`,
});
const tools = guardAiSdkTools(exampleGuard(), { Bash: bash }, { asks: 'sdk' });
const messages: ModelMessage[] = [{ role: 'user', content: 'build it' }];

// What a rule settles is settled at once; for the rest the SDK hands out a request.
const first = await generateText({ model: exampleModel('git log', 'rm -rf dist', 'make'), tools, messages });
for (const part of first.content) if (part.type !== 'tool-call') console.log(part.type);
messages.push(...first.response.messages);

// The user of your application says yes, and the SDK goes on from there.
const requests = first.content.filter((part) => part.type === 'tool-approval-request');
messages.push({
  role: 'tool',
  content: requests.map(({ approvalId }) => ({ type: 'tool-approval-response', approvalId, approved: true })),
});
const second = await generateText({ model: exampleModel(), tools, messages });
for (const message of second.response.messages) console.log(JSON.stringify(message.content));
