import { describe, expect, test } from 'vitest';
import type { Gate } from '../../src/gate.ts';
import { announcedAskHandler, PermissionsHook } from '../../src/hooks/permissions-hook.ts';
import type { Decision } from '../../src/types/decision.ts';
import { ASKED, bashCall, CALM } from '../helpers/made-calls.ts';

const CALL = bashCall('ls');
const ALLOWED: Decision = { outcome: 'allow', verdict: ASKED };
const DENIED: Decision = { outcome: 'deny', verdict: ASKED, message: 'use git revert' };

function gateSaying(decision: unknown): Pick<Gate, 'check'> {
  return { check: async () => decision as Decision };
}

function fails(): never {
  throw new Error('boo');
}

describe('PermissionsHook', () => {
  test.each([
    [ALLOWED, { kind: 'continue' }, []],
    [DENIED, { kind: 'deny', message: 'use git revert' }, ['use git revert']],
  ])('%#', async (decision, answer, events) => {
    const heard: string[] = [];
    const hook = new PermissionsHook(gateSaying(decision), {
      onPermissionDenied: (_, message) => void heard.push(message),
    });
    expect([await hook.beforeTool(CALL, CALM), heard]).toEqual([answer, events]);
  });

  test('only a yes is a yes', async () => {
    const hook = new PermissionsHook(gateSaying({ outcome: 'handed-over' }));
    expect((await hook.beforeTool(CALL, CALM)).kind).toBe('deny');
  });

  test.each([fails, () => Promise.reject(new Error('boo'))])(
    'a listener that fails changes nothing',
    async (listener) => {
      const hook = new PermissionsHook(gateSaying(DENIED), { onPermissionDenied: listener });
      expect(await hook.beforeTool(CALL, CALM)).toEqual({ kind: 'deny', message: 'use git revert' });
    },
  );
});

describe('announcedAskHandler', () => {
  const answer = { kind: 'once', action: 'allow', by: 'operator' } as const;
  const question = { call: CALL, verdict: ASKED };

  test('hooks hear of the question before it is asked', async () => {
    const order: unknown[] = [];
    const handler = announcedAskHandler(
      {
        async ask(asked) {
          order.push(['asked', asked]);
          return answer;
        },
      },
      { onPermissionRequest: (heard) => void order.push(['heard', heard]) },
    );
    expect([await handler.ask(question, CALM), order]).toEqual([
      answer,
      [
        ['heard', question],
        ['asked', question],
      ],
    ]);
  });

  test.each([fails, () => Promise.reject(new Error('boo')), () => new Promise<void>(() => {})])(
    'a listener that fails or hangs changes nothing',
    async (listener) => {
      const handler = announcedAskHandler({ ask: async () => answer }, { onPermissionRequest: listener });
      expect(await handler.ask(question, CALM)).toEqual(answer);
    },
  );
});
