import { generateText, jsonSchema, type ModelMessage, stepCountIs, tool } from 'ai';
import { beforeEach, describe, expect, test } from 'vitest';
import { guardAiSdkTools } from '../../src/sdks/ai-sdk.ts';
import type { Guard } from '../../src/sdks/check-call.ts';
import { callingModel } from '../helpers/calling-model.ts';
import { exampleGuard } from '../helpers/example-guard.ts';

let ran: string[] = [];
beforeEach(() => {
  ran = [];
});

const Bash = tool({
  inputSchema: jsonSchema<{ command: string }>({ type: 'object' }),
  execute: async ({ command }) => {
    ran.push(command);
    return `did ${command}`;
  },
});

/** One run of the SDK: it goes on from the messages of the last one. */
function run(guard: Guard, messages: ModelMessage[], command: string, tools: { Bash: typeof Bash } = { Bash }) {
  return generateText({
    model: callingModel('Bash', { command }),
    tools: guardAiSdkTools(guard, tools, { asks: 'sdk' }),
    messages: messages.length > 0 ? messages : [{ role: 'user', content: 'go' }],
    stopWhen: stepCountIs(1),
  });
}

/** The user of the application answers every request. */
function answered(messages: readonly ModelMessage[], approved: boolean): ModelMessage[] {
  const requests = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter((part) => part.type === 'tool-approval-request'),
  );
  const content = requests.map(({ approvalId }) => ({ type: 'tool-approval-response' as const, approvalId, approved }));
  return [{ role: 'user', content: 'go' }, ...messages, { role: 'tool', content }];
}

describe('a call that the gate settles is settled', () => {
  test.each([
    ['git log', ['tool-call', 'tool-result'], ['git log'], ['allow']],
    ['rm x', ['tool-call', 'tool-error'], [], ['deny']],
  ])('%s', async (command, parts, expected, outcomes) => {
    const { guard, log } = exampleGuard(['deny Bash:~rm *', 'allow Bash:git *']);
    const { content } = await run(guard, [], command);
    expect(content.map(({ type }) => type)).toEqual(parts);
    expect(ran).toEqual(expected);
    expect(log.map(({ outcome }) => outcome)).toEqual(outcomes);
  });
});

describe('a call that the gate asks about', () => {
  test('is an approval request, and does not run', async () => {
    const { guard, log } = exampleGuard([]);
    const { content } = await run(guard, [], 'make');
    expect(content.map(({ type }) => type)).toEqual(['tool-call', 'tool-approval-request']);
    expect(ran).toEqual([]);
    expect(log).toMatchObject([{ tool_use_id: 'call-1', action: 'ask', outcome: 'handed-over' }]);
  });

  test.each([
    [true, ['make']],
    [false, []],
  ])('approved %s, it runs %j', async (approved, expected) => {
    const { guard } = exampleGuard([]);
    const { response } = await run(guard, [], 'make');
    await run(guard, answered(response.messages, approved), 'git log');
    expect(ran).toEqual(expected);
  });

  test('is denied all the same where a rule has come between', async () => {
    const { response } = await run(exampleGuard([]).guard, [], 'make');
    await run(exampleGuard(['deny Bash:make']).guard, answered(response.messages, true), 'git log');
    expect(ran).toEqual([]);
  });

  test('an approval is for one call, also under the same id', async () => {
    const { guard } = exampleGuard([]);
    const first = await run(guard, [], 'make');
    const approved = answered(first.response.messages, true);
    const { content } = await run(guard, approved, 'make install');
    expect(ran).toEqual(['make']);
    expect(content.map(({ type }) => type)).toContain('tool-approval-request');
  });
});

test('a tool that wants approval itself keeps that', async () => {
  const { guard } = exampleGuard(['allow Bash']);
  const careful = { Bash: { ...Bash, needsApproval: async ({ command }: { command: string }) => command === 'make' } };
  const { content, response } = await run(guard, [], 'make', careful);
  expect(content.map(({ type }) => type)).toContain('tool-approval-request');
  await run(guard, answered(response.messages, true), 'ls', careful);
  expect(ran).toEqual(['make', 'ls']);
});

test('without an approval among the messages the gate asks itself', async () => {
  const { guard, log } = exampleGuard([]);
  const { Bash: guarded } = guardAiSdkTools(guard, { Bash }, { asks: 'sdk' });
  const direct = guarded.execute?.({ command: 'make' }, { toolCallId: 'call-1', messages: [] });
  await expect(direct).rejects.toThrow('nobody can be asked');
  expect(log).toMatchObject([{ action: 'ask', outcome: 'deny' }]);
});
