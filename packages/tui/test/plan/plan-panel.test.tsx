import type { PlanAnswer, ProposedPlan } from '@caliban/agent/session';
import { cleanup } from 'ink-testing-library';
import { afterEach, describe, expect, test } from 'vitest';
import { PlanPanel } from '../../src/plan/plan-panel.tsx';
import { DOWN, ENTER, ESCAPE, onStage, PAGE_DOWN, UP } from '../fields/stage.tsx';

afterEach(cleanup);

const TEXT = '# Move the lamp\n\n1. Read `lamp.js`\n2. **Write** the new one\n\n\u001b[2Jend';

async function panel(
  plan: Partial<ProposedPlan> = {},
  { columns = 80, rows = 24, armed = true }: { columns?: number; rows?: number; armed?: boolean } = {},
) {
  const answers: PlanAnswer[] = [];
  const open = { plan: { text: TEXT, from: null, ...plan }, answer: (answer: PlanAnswer) => void answers.push(answer) };
  const stage = await onStage(<PlanPanel open={open} columns={columns} rows={rows} />);
  if (armed) await stage.pass(300);
  return { ...stage, answers };
}

describe('answers', () => {
  const APPROVED: PlanAnswer = { kind: 'approved', mode: 'default' };
  const ACCEPTED: PlanAnswer = { kind: 'approved', mode: 'acceptEdits' };
  const BACK: PlanAnswer = { kind: 'sent-back', message: '' };

  test.each<[readonly string[], readonly PlanAnswer[]]>([
    [['y'], [APPROVED]],
    [['1'], [APPROVED]],
    [['a'], [ACCEPTED]],
    [['2'], [ACCEPTED]],
    [[DOWN, DOWN, ENTER], [ACCEPTED]],
    [[ENTER], []],
    [['b'], []],
    [[ESCAPE], [BACK]],
    [['m', 'tests first', ENTER], [{ kind: 'sent-back', message: 'tests first' }]],
    [['3', 'y', ENTER], [{ kind: 'sent-back', message: 'y' }]],
    [[UP, ENTER, 'no', ESCAPE, 'y'], [APPROVED]],
    [['m', ENTER], [BACK]],
    // The field has not been on the screen yet.
    [['m\r'], []],
    [['\u001b[200~y\u001b[201~'], []],
  ])('%j', async (keys, expected) => {
    const { type, answers } = await panel();
    for (const key of keys) await type(key);
    expect(answers).toEqual(expected);
  });

  test.each<[ProposedPlan['from'], readonly PlanAnswer[]]>([
    ['auto', [{ kind: 'approved', mode: 'auto' }]],
    ['acceptEdits', []],
    [null, []],
  ])('back to the mode it came from: %s', async (from, expected) => {
    const { type, answers } = await panel({ from });
    await type('b');
    expect(answers).toEqual(expected);
  });

  test('keys work after a moment, and Enter approves once no one has typed for a second', async () => {
    const { type, pass, answers, frame } = await panel({}, { armed: false });
    await type('y');
    await pass(299);
    await type('y');
    await pass(300);
    await type(ENTER);
    expect([answers, frame().includes('❯')]).toEqual([[], false]);
    await pass(1000);
    expect(frame()).toContain('❯ 1  y  approve');
    await type(ENTER);
    expect(answers).toEqual([APPROVED]);
  });
});

describe('what is shown', () => {
  test('the plan as Markdown, and nothing in it is obeyed', async () => {
    const { frame } = await panel();
    for (const text of ['╭─ Approve this plan?', '┃ Move the lamp', 'Read lamp.js', '\\e[2Jend']) {
      expect(frame()).toContain(text);
    }
    expect(frame()).not.toContain('**');
  });

  test('a plan without text', async () => {
    const { frame } = await panel({ text: ' \n' });
    expect(frame()).toContain('The agent gave no plan.');
  });

  test('a long one is scrolled', async () => {
    const text = Array.from({ length: 60 }, (_, step) => `${step + 1}. step ${step + 1}`).join('\n');
    const { frame, type } = await panel({ text });
    expect(frame()).toMatch(/rows 1–\d+ of 60, \d+ more below/);
    await type(PAGE_DOWN);
    expect(frame()).not.toContain(' step 1\n');
    await type('\u001b[F');
    expect(frame()).toContain('step 60');
  });

  test.each([
    [120, 40],
    [80, 24],
    [60, 14],
    [40, 8],
    [10, 3],
    [1, 1],
  ])('it fits %d×%d', async (columns, rows) => {
    const { frame, type } = await panel({ text: 'words '.repeat(500) }, { columns, rows });
    for (const key of ['', 'm', ESCAPE]) {
      await type(key);
      expect(frame().split('\n').length).toBeLessThanOrEqual(rows);
    }
  });
});
