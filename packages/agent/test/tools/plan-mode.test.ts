import { SharedPermissionMode } from '@caliban/gate';
import { describe, expect, test } from 'vitest';
import { createPlanModeTools, type PlanAnswer, type ProposedPlan } from '../../src/tools/plan-mode.ts';
import { todoWriteTool } from '../../src/tools/todo-write.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { bench } from './helpers/bench.ts';

function planTools(
  start: ConstructorParameters<typeof SharedPermissionMode>[0],
  { answer = null }: { answer?: PlanAnswer | null } = {},
) {
  const plans: ProposedPlan[] = [];
  const mode = new SharedPermissionMode(start);
  const [enter, exit] = createPlanModeTools({
    current: () => mode.current,
    switchTo: (to) => void mode.switchTo(to),
    onChange: (listener) => void mode.onChange(listener),
    reviewer:
      answer === null
        ? null
        : {
            async reviewPlan(plan) {
              plans.push(plan);
              return answer;
            },
          },
  });
  return { mode, plans, enter: enter as Tool, exit: exit as Tool };
}

test.each(['default', 'acceptEdits', 'auto', 'dontAsk'] as const)('plan mode goes back to %s', async (start) => {
  const { mode, enter, exit } = planTools({ mode: start, latched: false });
  const { run } = bench();
  await run(enter, {});
  expect(mode.current).toBe('plan');
  expect((await run(exit, { plan: 'do it' })).text).toBe(`plan mode is off; the mode is ${start}`);
  expect(mode.current).toBe(start);
});

describe('with an operator who reads the plan', () => {
  const STAYS = 'Plan mode stays on: change the plan, and call ExitPlanMode with the new one';

  test.each<[PlanAnswer, string, string]>([
    [
      { kind: 'approved', mode: 'default' },
      'default',
      'the operator approved the plan; plan mode is off, and the mode is default',
    ],
    [
      { kind: 'approved', mode: 'acceptEdits' },
      'acceptEdits',
      'the operator approved the plan; plan mode is off, and the mode is acceptEdits',
    ],
    [{ kind: 'sent-back', message: '' }, 'plan', `the operator sent the plan back\n${STAYS}`],
    [
      { kind: 'sent-back', message: 'tests first' },
      'plan',
      `the operator sent the plan back and says: tests first\n${STAYS}`,
    ],
  ])('%j', async (answer, mode, text) => {
    const tools = planTools({ mode: 'plan', latched: false }, { answer });
    expect(await bench().run(tools.exit, { plan: '# Plan' })).toEqual({ isError: false, text });
    expect([tools.mode.current, tools.plans]).toEqual([mode, [{ text: '# Plan', from: null }]]);
  });

  test("it gets the agent's earlier mode", async () => {
    const answer: PlanAnswer = { kind: 'approved', mode: 'auto' };
    const { mode, plans, enter, exit } = planTools({ mode: 'auto', latched: false }, { answer });
    const { run } = bench();
    await run(enter, {});
    await run(exit, {});
    expect([mode.current, plans]).toEqual(['auto', [{ text: '', from: 'auto' }]]);
  });
});

describe('if no one can be asked', () => {
  const alone = {};

  test.each([
    ['at once', []],
    ['after entering what is on already', ['enter']],
    ['a second time', ['exit']],
  ] as const)('a plan mode that a person chose is not left: %s', async (_, calls) => {
    const { mode, exit, ...tools } = planTools({ mode: 'plan', latched: false }, alone);
    const { run } = bench();
    for (const name of calls) await run({ ...tools, exit }[name], {});
    expect(await run(exit, { plan: 'do it' })).toEqual({
      isError: true,
      text: 'plan mode was chosen by the operator, and no one can be asked here, so it stays on; give the plan as your answer',
    });
    expect(mode.current).toBe('plan');
  });

  test('one that the model chose is left for where it came from', async () => {
    const { mode, enter, exit } = planTools({ mode: 'acceptEdits', latched: false }, alone);
    const { run } = bench();
    await run(enter, {});
    expect((await run(exit, {})).isError).toBe(false);
    expect(mode.current).toBe('acceptEdits');
  });
});

test('entering twice keeps the way back', async () => {
  const { mode, enter, exit } = planTools({ mode: 'acceptEdits', latched: false });
  const { run } = bench();
  await run(enter, {});
  await run(enter, {});
  await run(exit, {});
  expect(mode.current).toBe('acceptEdits');
});

test('an operator who goes round the modes meanwhile has chosen plan mode', async () => {
  const { mode, enter, exit } = planTools({ mode: 'acceptEdits', latched: false });
  const { run } = bench();
  await run(enter, {});
  mode.switchTo('auto');
  mode.switchTo('plan');
  expect((await run(exit, {})).isError).toBe(true);
  expect(mode.current).toBe('plan');
});

test('leaving what is not on changes nothing', async () => {
  const { mode, exit } = planTools({ mode: 'acceptEdits', latched: false });
  expect((await bench().run(exit, {})).text).toBe('plan mode is not on; the mode is acceptEdits');
  expect(mode.current).toBe('acceptEdits');
});

test('a bypass that was dropped meanwhile does not come back', async () => {
  const { mode, enter, exit } = planTools({ mode: 'bypassPermissions', latched: true });
  const { run } = bench();
  await run(enter, {});
  mode.dropLatch();
  await run(exit, {});
  expect(mode.current).toBe('plan');
});

test('TodoWrite keeps the list', async () => {
  const { run, session } = bench();
  const todos = [
    { content: 'one', status: 'completed', activeForm: 'doing one' },
    { content: 'two', status: 'in_progress' },
  ];
  expect((await run(todoWriteTool, { todos })).text).toBe('1 of 2 done');
  expect(session.todos).toEqual([
    { content: 'one', status: 'completed' },
    { content: 'two', status: 'in_progress' },
  ]);
});
