import type { AgentEvent } from '@caliban/agent';
import { describe, expect, test } from 'vitest';
import { TuiAskHandler } from '../../src/ask/tui-ask-handler.ts';
import { KeyDecoder } from '../../src/input/key-decoder.ts';
import { KeyHub } from '../../src/input/key-hub.ts';
import { textOf } from '../../src/session/prompt/buffer.ts';
import { Session } from '../../src/session/session.ts';
import { connectKeys } from '../../src/session/session-keys.ts';
import { DONE, type MadeParts, sessionParts } from '../helpers/session-parts.ts';
import { keyBytes } from '../pty/key-bytes.ts';

function madeSession(given: MadeParts = {}) {
  let now = 0;
  const session = new Session({ parts: sessionParts(given), clock: () => now });
  const hub = new KeyHub();
  connectKeys(hub, session, new TuiAskHandler());
  return {
    session,
    later: (ms: number) => {
      now += ms;
    },
    press(...keys: readonly string[]) {
      for (const key of keys) {
        const decoder = new KeyDecoder();
        for (const each of [...decoder.feed(keyBytes(key)), ...decoder.flush()]) hub.dispatch(each);
      }
    },
    written: () => textOf(session.prompt.buffer.units),
    toast: () => session.toasts.current,
    notices: () => session.transcript.entries.flatMap((entry) => (entry.kind === 'notice' ? [entry.text] : [])),
  };
}

/** Runs until it is interrupted. */
async function* endless(_prompt: string, signal: AbortSignal): AsyncGenerator<AgentEvent> {
  yield { kind: 'text', text: 'working' };
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  yield { ...DONE, end: { kind: 'interrupted' } };
}

/** A session whose runs end one by one, and that notes what was done. */
function stepwiseSession() {
  const done: string[] = [];
  let end = () => {};
  const made = madeSession({
    conversation: {
      async *run(prompt, signal) {
        done.push(prompt);
        await new Promise<void>((resolve) => {
          end = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        yield DONE;
      },
      clear: () => void done.push('clear'),
      sessions: async () => [{ id: 'earlier', changedAt: new Date(0), firstPrompt: 'hello', lastPrompt: 'hello' }],
      async resume(id) {
        done.push(`resume ${id}`);
        return { ok: true, value: [] };
      },
    },
    applied: {
      list() {
        done.push('undo');
        return [];
      },
      undo: () => Promise.reject(new Error('there is nothing to undo')),
    },
  });
  const finish = async () => {
    end();
    await new Promise(setImmediate);
  };
  return { ...made, steps: { done, finish } };
}

describe('modes', () => {
  test('shift+tab goes round; bypass without the latch lands in default with the reason', () => {
    const { session, press, toast } = madeSession();
    const visited = ['acceptEdits', 'plan', 'auto', 'auto', 'dontAsk'].map(() => {
      press('shift+tab');
      return [session.parts.mode.current, toast()?.text.split(/ – |: every/)[0], toast()?.weight];
    });
    expect(visited).toEqual([
      ['acceptEdits', 'mode: acceptEdits', 'info'],
      ['plan', 'mode: plan', 'info'],
      ['auto', 'mode: auto', 'info'],
      // A mode in which no one is asked takes a second press.
      ['auto', 'press Shift+Tab again for dontAsk', 'danger'],
      ['dontAsk', 'mode: dontAsk', 'danger'],
    ]);
    press('shift+tab');
    expect(session.parts.mode.current).toBe('default');
    expect(toast()).toEqual({
      text: 'bypassPermissions needs --allow-dangerously-skip-permissions at start; mode: default',
      weight: 'warning',
    });
  });

  test.each(['ctrl+shift+b', 'ctrl+shift+b, upper case', 'ctrl+shift+b, xterm', 'ctrl+shift+b, xterm lower case'])(
    '%s drops the latch',
    (key) => {
      const { session, press, toast } = madeSession({ latched: true });
      press(key);
      expect(session.parts.mode.latched).toBe(false);
      expect(toast()?.text).toBe('bypass latch dropped for the rest of the session; mode: default');
    },
  );

  test('plain ctrl+b does not drop it', () => {
    const { session, press } = madeSession({ latched: true });
    press('ctrl+b');
    expect(session.parts.mode.latched).toBe(true);
  });

  test('a change made elsewhere is reported, too', () => {
    const { session, toast } = madeSession();
    session.parts.mode.switchTo('plan');
    expect(toast()?.text).toBe('mode: plan – the agent reads and plans; edits and commands are refused');
  });
});

describe('while the agent works', () => {
  test('a prompt that is sent waits; esc interrupts and gives it back', async () => {
    const { session, press, written } = madeSession({ conversation: { run: endless } });
    press('go', 'enter', 'next', 'enter', 'after', 'enter');
    expect(session.runner.queue).toEqual(['next', 'after']);
    press('escape');
    expect(written()).toBe('next\nafter');
    await session.runner.idle;
    expect(session.runner.isRunning).toBe(false);
  });

  test('waiting prompts run afterwards, in order', async () => {
    const ran: string[] = [];
    const { session, press } = madeSession({
      conversation: {
        async *run(prompt) {
          ran.push(prompt);
          yield DONE;
        },
      },
    });
    press('one', 'enter', 'two', 'enter');
    await session.runner.idle;
    expect(ran).toEqual(['one', 'two']);
  });

  test('an agent that throws ends the run, not the session', async () => {
    const { session, press, notices } = madeSession({
      conversation: {
        // biome-ignore lint/correctness/useYield: it fails before it says anything
        async *run() {
          throw new Error('broken');
        },
      },
    });
    press('go', 'enter');
    await session.runner.idle;
    expect(notices()).toContain('broken');
  });

  test('a command that changes the conversation waits like a prompt, in order', async () => {
    const { session, press, written, steps } = stepwiseSession();
    press('one', 'enter', '/clear', 'enter', 'two', 'enter', '/undo', 'enter');
    expect([steps.done, session.runner.queue]).toEqual([['one'], ['/clear', 'two', '/undo']]);

    press('up');
    expect([written(), session.runner.queue]).toEqual(['/undo', ['/clear', 'two']]);
    press('enter');

    await steps.finish();
    expect([steps.done, session.runner.queue]).toEqual([['one', 'clear', 'two'], ['/undo']]);
    await steps.finish();
    expect([steps.done, session.runner.queue]).toEqual([['one', 'clear', 'two', 'undo'], []]);
  });

  test('an interrupt gives a command back, and does not run it', async () => {
    const { session, press, written, notices, steps } = stepwiseSession();
    press('one', 'enter', '/clear', 'enter', 'two', 'enter', 'escape');
    expect(written()).toBe('/clear\ntwo');
    await steps.finish();
    await session.runner.idle;
    expect(steps.done).toEqual(['one']);
    // Sent as it is, it says what is wrong and forgets neither the conversation nor the prompt.
    press('enter');
    await session.runner.idle;
    expect(notices()).toContain('/clear takes no argument, but got two');
    expect(steps.done).toEqual(['one']);
  });

  test.each(['/mode plan', '/help', '/status', '/nonsense'])('%s does not wait', (command) => {
    const { session, press } = madeSession({ conversation: { run: endless } });
    press('go', 'enter');
    press(command, 'enter');
    expect(session.runner.queue).toEqual([]);
    expect(session.transcript.entries.some((entry) => entry.kind === 'prompt' && entry.text === command)).toBe(true);
    session.quit();
  });

  test('what is sent while a command works waits for it', async () => {
    const { session, press, steps } = stepwiseSession();
    press('/resume earlier', 'enter', 'one', 'enter');
    expect([steps.done, session.runner.queue]).toEqual([['resume earlier'], ['one']]);
    await new Promise(setImmediate);
    expect(steps.done).toEqual(['resume earlier', 'one']);
    session.quit();
  });

  test('a list of sessions holds up what was sent behind it, and waits for the screen that is open', async () => {
    const { session, press, steps } = stepwiseSession();
    press('one', 'enter', '/resume', 'enter', 'two', 'enter', '/permissions', 'enter');
    expect(session.overlays.current?.kind).toBe('permissions');
    await steps.finish();
    expect([session.overlays.current?.kind, session.runner.isRunning]).toEqual(['permissions', false]);
    session.overlays.close();
    const overlay = session.overlays.current;
    if (overlay?.kind !== 'sessions') throw new Error('no list of sessions');
    expect(steps.done).toEqual(['one']);
    overlay.pick('earlier');
    await new Promise(setImmediate);
    expect([session.overlays.current, steps.done]).toEqual([null, ['one', 'resume earlier', 'two']]);
    session.quit();
  });

  test('quitting closes a list of sessions, so that the session ends', async () => {
    const { session, press } = stepwiseSession();
    press('/resume', 'enter');
    await new Promise(setImmediate);
    expect(session.overlays.current?.kind).toBe('sessions');
    session.quit();
    await session.runner.idle;
    expect(session.overlays.current).toBe(null);
  });
});

describe('leaving', () => {
  test.each<[string, readonly string[]]>([
    ['ctrl+d on an empty prompt', ['ctrl+d']],
    ['ctrl+c twice', ['ctrl+c', 'ctrl+c']],
    ['/quit', ['/quit', 'enter']],
  ])('%s', async (_way, keys) => {
    const { session, press } = madeSession();
    press(...keys);
    expect(await session.finished).toBe(0);
  });

  test('ctrl+c twice, but slowly, only empties the prompt', async () => {
    const { session, press, later, written } = madeSession();
    press('text', 'ctrl+c');
    expect(written()).toBe('');
    later(1500);
    press('ctrl+c');
    expect(await Promise.race([session.finished, Promise.resolve('still there')])).toBe('still there');
  });

  test('ctrl+d does not lose what is written', async () => {
    const { session, press, written } = madeSession();
    press('text', 'ctrl+d');
    expect(await Promise.race([session.finished, Promise.resolve(written())])).toBe('text');
  });
});

test('a second esc empties the prompt, the first only says so', () => {
  const { press, written, toast } = madeSession();
  press('text', 'escape');
  expect([written(), toast()?.text]).toEqual(['text', 'press esc again to empty the prompt']);
  press('escape');
  expect(written()).toBe('');
});

test('!command goes its own way', async () => {
  const ran: string[] = [];
  const { session, press } = madeSession({
    async *runCommand(command) {
      ran.push(command);
      yield DONE;
    },
  });
  press('!git status', 'enter');
  await session.runner.idle;
  expect(ran).toEqual(['git status']);
});

test.each([
  ['/permisions', 'unknown command `/permisions` (did you mean `/permissions`?); /help lists them'],
  ['/mode', expect.stringContaining('▸ default – you are asked about every call')],
  [
    '/mode plann',
    'unknown mode `plann` (did you mean `plan`?); there are default, acceptEdits, plan, auto, dontAsk, bypassPermissions',
  ],
  ['/resume', 'there is no earlier session in this workspace'],
  ['/model made:other', 'the model is made:other from now on'],
  ['/clear', 'A new conversation begins.'],
  ['/cost', 'nothing has been used yet'],
  ['/trust no', '/trust takes yes or revoke, or nothing'],
  ['/learn all', '/learn takes yes, or nothing'],
])('%s says %s', async (command, text) => {
  const { session, notices } = madeSession();
  session.send(command);
  await new Promise(setImmediate);
  expect(notices()).toContainEqual(text);
});
