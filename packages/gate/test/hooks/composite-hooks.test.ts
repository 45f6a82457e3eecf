import { describe, expect, test } from 'vitest';
import { CompositeHooks } from '../../src/hooks/composite-hooks.ts';
import type { Hook } from '../../src/hooks/hook.ts';
import { ASKED, bashCall, CALM } from '../helpers/made-calls.ts';

const CALL = bashCall('ls');

function made(name: string, more: Partial<Hook> = {}): Hook {
  return { name, beforeTool: async () => ({ kind: 'continue' }), ...more };
}

function denying(name: string, message: string): Hook {
  return made(name, { beforeTool: async () => ({ kind: 'deny', message }) });
}

function composed(...hooks: Hook[]) {
  const problems: string[] = [];
  return { problems, hook: new CompositeHooks(hooks, { report: (problem) => problems.push(problem) }) };
}

function fails(): never {
  throw new Error('boo');
}

const quiet = () => new Promise(setImmediate);

describe('beforeTool', () => {
  test.each<[string, Hook[], unknown]>([
    ['no hooks', [], { kind: 'continue' }],
    ['all fine', [made('a'), made('b')], { kind: 'continue' }],
    ['the first deny ends it', [made('a'), denying('b', 'one'), denying('c', 'two')], { kind: 'deny', message: 'one' }],
    [
      'a hook that rejects',
      [made('a', { beforeTool: () => Promise.reject(new Error('boo')) }), made('b')],
      { kind: 'deny', message: 'the hook `a` failed: boo, so the call was refused' },
    ],
    [
      'a hook that throws',
      [made('a\n', { beforeTool: fails })],
      { kind: 'deny', message: 'the hook `a\\n` failed: boo, so the call was refused' },
    ],
    ...[undefined, null, true, {}, { kind: 'allow' }, { kind: 'deny' }, { kind: 'deny', message: 1 }, 'continue'].map(
      (nonsense): [string, Hook[], unknown] => [
        `a hook that answers ${JSON.stringify(nonsense)}`,
        [made('a', { beforeTool: async () => nonsense as never })],
        { kind: 'deny', message: 'the hook `a` gave no usable answer, so the call was refused' },
      ],
    ),
  ])('%s', async (_, hooks, expected) => {
    expect(await composed(...hooks).hook.beforeTool(CALL, CALM)).toEqual(expected);
  });

  test('in order, and nobody is asked after a deny', async () => {
    const asked: string[] = [];
    const noting = (name: string, answer: Hook) =>
      made(name, {
        beforeTool: (call, signal) => {
          asked.push(name);
          return answer.beforeTool(call, signal);
        },
      });
    await composed(noting('a', made('')), noting('b', denying('', 'no')), noting('c', made(''))).hook.beforeTool(
      CALL,
      CALM,
    );
    expect(asked).toEqual(['a', 'b']);
  });

  test('interrupted between two hooks', async () => {
    const operator = new AbortController();
    const first = made('a', {
      beforeTool: async () => {
        operator.abort();
        return { kind: 'continue' };
      },
    });
    expect(await composed(first, made('b')).hook.beforeTool(CALL, operator.signal)).toEqual({
      kind: 'deny',
      message: 'the call was interrupted',
    });
  });

  test('every hook gets the call itself', async () => {
    const seen: unknown[] = [];
    const looking = made('a', {
      beforeTool: async (call) => {
        seen.push(call);
        return { kind: 'continue' };
      },
    });
    await composed(looking, looking).hook.beforeTool(CALL, CALM);
    expect(seen.every((call) => call === CALL)).toBe(true);
  });
});

describe('afterTool', () => {
  test('every hook in order, waited for; a failure is reported and changes nothing', async () => {
    const heard: unknown[] = [];
    const { hook, problems } = composed(
      made('deaf'),
      made('broken', { afterTool: fails }),
      made('slow', {
        async afterTool(call, result) {
          await quiet();
          heard.push(['slow', call, result]);
        },
      }),
      made('last', { afterTool: (_, result) => void heard.push(['last', result]) }),
    );
    await hook.afterTool?.(CALL, 'done', CALM);
    expect([heard, problems]).toEqual([
      [
        ['slow', CALL, 'done'],
        ['last', 'done'],
      ],
      ['hook `broken` failed: boo'],
    ]);
  });
});

describe('events', () => {
  test('reach every hook; failures are reported, nobody is waited for', async () => {
    const heard: unknown[] = [];
    const { hook, problems } = composed(
      made('deaf'),
      made('broken', { onPermissionRequest: fails, onPermissionDenied: () => Promise.reject(new Error('late boo')) }),
      made('stuck', { onPermissionRequest: () => new Promise(() => {}) }),
      made('fine', {
        onPermissionRequest: (question) => void heard.push(question),
        onPermissionDenied: (call, message) => void heard.push([call, message]),
      }),
    );
    const question = { call: CALL, verdict: ASKED };
    hook.onPermissionRequest?.(question);
    hook.onPermissionDenied?.(CALL, 'no');
    await quiet();
    expect([heard, problems]).toEqual([
      [question, [CALL, 'no']],
      ['hook `broken` failed: boo', 'hook `broken` failed: late boo'],
    ]);
  });

  test('a report that fails is the end of it', async () => {
    const hook = new CompositeHooks([made('broken', { afterTool: fails, onPermissionRequest: fails })], {
      report: fails,
    });
    hook.onPermissionRequest?.({ call: CALL, verdict: ASKED });
    await expect(hook.afterTool?.(CALL, 'done', CALM)).resolves.toBeUndefined();
  });
});
