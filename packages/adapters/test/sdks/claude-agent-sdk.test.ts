import { expect, test } from 'vitest';
import { canUseTool } from '../../src/sdks/claude-agent-sdk.ts';
import { exampleGuard } from '../helpers/example-guard.ts';

const signal = new AbortController().signal;

test.each([
  ['Bash', { command: 'git log' }, 'allow'],
  ['Bash', { command: 'rm x' }, 'deny'],
  ['Read', { file_path: '/repo/a.ts' }, 'allow'],
  ['Read', { file_path: '/repo/.env' }, 'deny'],
  // The field that counts is theirs.
  ['Read', { file_path: '/repo/.env', path: '/repo/a.ts' }, 'deny'],
  // It trims a path.
  ['Grep', { pattern: 'x', path: '/repo/.env ' }, 'deny'],
  ['mcp__x__y', {}, 'deny'],
] as const)('%s %j → %s', async (tool, input, behavior) => {
  const { guard } = exampleGuard(['deny Bash:~rm *', 'allow Bash:git *', 'deny Read:**/.env']);
  const result = await canUseTool(guard)(tool, input, { signal, toolUseID: 'toolu_1' });
  if (behavior === 'allow') expect(result).toEqual({ behavior, updatedInput: input });
  else expect(result).toEqual({ behavior, message: expect.stringMatching(/./) });
});

test.each([
  // That the tool is allowed by default is no approval of the plan.
  [[], /^exit_plan_mode needs approval/],
  [['allow exit_plan_mode'], 'allow'],
  [['allow exit_plan_mode', 'deny ExitPlanMode'], /denied by the rule `ExitPlanMode`/],
] as const)('leaving plan mode under %j → %s', async (rules, expected) => {
  const result = await canUseTool(exampleGuard(rules).guard)('ExitPlanMode', { plan: 'p' }, { signal });
  if (expected === 'allow') expect(result).toEqual({ behavior: 'allow', updatedInput: { plan: 'p' } });
  else expect(result).toEqual({ behavior: 'deny', message: expect.stringMatching(expected) });
});

test('the caller is in the log', async () => {
  const { guard, log } = exampleGuard([]);
  await canUseTool(guard)('Task', {}, { signal, toolUseID: 'u', agentID: 'a' });
  expect(log).toMatchObject([{ tool_name: 'Agent', tool_use_id: 'u', agent: 'a' }]);
});
