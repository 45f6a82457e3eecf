import type { ToolCall } from '@caliban/calls';
import { type Answer, DEFAULT_RULES, type Decision, openGate, RuntimeRuleStore } from '@caliban/gate';
import { cleanup } from 'ink-testing-library';
import { useSyncExternalStore } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { AskModal } from '../../src/ask/ask-modal.tsx';
import { TuiAskHandler } from '../../src/ask/tui-ask-handler.ts';
import { bash, ENTER, onStage, partsWith, questionFor, settled, UP } from '../fields/stage.tsx';

afterEach(cleanup);

/** The real gate with the real store, and the modal as its operator. */
async function session() {
  const runtime = new RuntimeRuleStore(DEFAULT_RULES);
  const handler = new TuiAskHandler();
  const gate = openGate({
    policy: { rules: runtime, remember: ({ rule }) => void runtime.add(rule) },
    mode: {},
    ask: handler,
    log: null,
  });
  const parts = partsWith({ runtime });
  function Questions() {
    const open = useSyncExternalStore(handler.subscribe, () => handler.open);
    return open === null ? null : <AskModal open={open} parts={parts} columns={90} rows={24} toast={() => {}} />;
  }
  const stage = await onStage(<Questions />);
  const check = (call: ToolCall, signal = new AbortController().signal) => gate.check(call, signal);
  return { ...stage, check, runtime, handler };
}

describe('the modal behind the gate', () => {
  test('an answer covers the question that waits behind it', async () => {
    const { check, type, pass, frame, runtime } = await session();
    const decisions = Promise.all([check(bash('git push origin')), check(bash('git push upstream'))]);
    await settled();
    expect(frame()).toContain('git push origin');
    await pass(300);
    for (const key of ['y', UP, ENTER]) await type(key);
    expect((await decisions).map(({ outcome, answer }) => [outcome, answer?.by])).toEqual([
      ['allow', 'operator'],
      ['allow', undefined],
    ]);
    expect(frame()).toBe('');
    expect(runtime.sessionRules).toHaveLength(1);
    expect((await check(bash('git push elsewhere'))).answer).toBeUndefined();
  });

  test('a question that is not covered is asked next, after a pause for arming', async () => {
    const { check, type, pass, frame } = await session();
    const decisions = Promise.all([check(bash('make one')), check(bash('make two'))]);
    await settled();
    await pass(300);
    await type('o');
    expect(frame()).toContain('make two');
    await type('o');
    await pass(300);
    await type('r');
    expect((await decisions).map(({ outcome }) => outcome)).toEqual(['allow', 'deny']);
  });

  test('an always for one part of a line: this call runs, and the other part asks the next time', async () => {
    const { check, type, pass, frame } = await session();
    const first = check(bash('make a && make b'));
    await settled();
    await pass(300);
    for (const key of ['y', ENTER]) await type(key);
    expect((await first).outcome).toBe('allow');
    const second = check(bash('make a && make b'));
    await settled();
    expect(frame()).toContain('Part 2 of 2 asks: `make b`');
    await pass(300);
    await type('r');
    expect((await second).outcome).toBe('deny');
  });

  test('a withdrawn question leaves the screen', async () => {
    const { check, frame } = await session();
    const giveUp = new AbortController();
    const decision: Promise<Decision> = check(bash('make'), giveUp.signal);
    await settled();
    expect(frame()).toContain('make');
    giveUp.abort(new Error('interrupted'));
    expect((await decision).outcome).toBe('deny');
    await settled();
    expect(frame()).toBe('');
  });
});

describe('TuiAskHandler', () => {
  const yes: Answer = { kind: 'once', action: 'allow', by: 'operator' };

  test('a second answer does not take away the next question', async () => {
    const handler = new TuiAskHandler();
    const { signal } = new AbortController();
    const first = handler.ask(questionFor(bash('one')), signal);
    const answer = handler.open?.answer;
    answer?.(yes);
    const second = handler.ask(questionFor(bash('two')), signal);
    answer?.(yes);
    expect(handler.open?.question.call).toEqual(bash('two'));
    handler.open?.answer({ ...yes, action: 'deny' });
    expect([await first, await second]).toEqual([yes, { ...yes, action: 'deny' }]);
  });

  test('an answer after the question was withdrawn changes nothing', async () => {
    const handler = new TuiAskHandler();
    const giveUp = new AbortController();
    const asked = handler.ask(questionFor(bash('one')), giveUp.signal);
    const answer = handler.open?.answer;
    giveUp.abort(new Error('gone'));
    answer?.(yes);
    await expect(asked).rejects.toThrow('gone');
    expect(handler.open).toBeNull();
  });
});
