import { SharedPermissionMode } from '@caliban/gate';
import { expect, test } from 'vitest';
import { runPlain } from '../../src/plain/run-plain.ts';
import { BYPASS_BANNER } from '../../src/session/status-line.ts';
import { DONE, type MadeParts, sessionParts } from '../helpers/session-parts.ts';
import { madeConsole } from './made-console.ts';

const LATCH = 'bypass latch: bypassPermissions can be entered; /drop-bypass drops it';

async function transcript(lines: readonly string[], given: MadeParts = {}): Promise<string> {
  const { console, printed } = madeConsole(lines.map((line) => ['> ', `${line}\n`]));
  expect(await runPlain({ parts: sessionParts(given), console })).toBe(0);
  console.close();
  return printed();
}

test('prompts go in, lines come out, and nothing in them is obeyed', async () => {
  const printed = await transcript(['hello', '/quit'], {
    conversation: {
      async *run(prompt) {
        yield { kind: 'tool-started', id: '1', name: 'Bash', input: { command: 'ls' } };
        const result = { toolUseId: '1', toolName: 'Bash', text: 'a\nb', isError: false };
        yield { kind: 'tool-finished', id: '1', name: 'Bash', end: 'ok', result, tookMs: 1 };
        const parts = [{ kind: 'text', text: `\u001b[2Jyou said ${prompt}` } as const];
        yield { kind: 'assistant', message: { role: 'assistant', parts }, usage: DONE_USAGE };
        yield DONE;
      },
    },
  });
  expect(printed).toBe(
    [
      'caliban 0.0.0, plain; /help lists commands',
      '> tool: Bash ls',
      'Bash: done',
      '  a',
      '  b',
      '\\e[2Jyou said hello',
      '> ',
    ].join('\n'),
  );
});

test.each([
  [{ mode: 'default', latched: false }, [], '> '],
  [{ mode: 'plan', latched: false }, ['mode: plan – the agent reads and plans; edits and commands are refused'], '> '],
  [{ mode: 'default', latched: true }, [LATCH], '[bypass latch] > '],
  [
    { mode: 'bypassPermissions', latched: true },
    [
      BYPASS_BANNER,
      'mode: bypassPermissions – everything runs, whatever your rules say; not even deny rules stop a call',
      LATCH,
    ],
    '[bypass latch] > ',
  ],
] as const)(
  'modes that ask no one are announced first, and the latch with every prompt: %j',
  async (start, said, prompt) => {
    const printed = await transcript(['/quit'], { mode: new SharedPermissionMode(start) });
    expect(printed).toBe(['caliban 0.0.0, plain; /help lists commands', ...said, prompt].join('\n'));
  },
);

test('a latch that was dropped is no longer shown', async () => {
  const mode = new SharedPermissionMode({ mode: 'default', latched: true });
  expect(await transcript(['/drop-bypass', '/quit'], { mode })).toContain(
    '[bypass latch] > bypass latch dropped for the rest of the session\n> ',
  );
});

test('the commands are the same', async () => {
  expect(await transcript(['/mode plan', '/mode bypassPermissions', '/drop-bypass', '/quit'])).toContain(
    [
      'mode: plan – the agent reads and plans; edits and commands are refused',
      '> mode: default – you are asked about every call that no rule settles',
      'warning: bypassPermissions needs --allow-dangerously-skip-permissions at start; mode: default',
      '> there is no bypass latch to drop',
    ].join('\n'),
  );
});

test('a change of mode is reported once, and so is no change', async () => {
  expect(await transcript(['/mode plan', '/mode plan', '/quit'])).toBe(
    [
      'caliban 0.0.0, plain; /help lists commands',
      '> mode: plan – the agent reads and plans; edits and commands are refused',
      '> mode: plan – the agent reads and plans; edits and commands are refused',
      '> ',
    ].join('\n'),
  );
});

test('keys of the drawn screen are not prompts', async () => {
  const sent: string[] = [];
  const conversation: MadeParts['conversation'] = {
    async *run(prompt) {
      sent.push(prompt);
      yield DONE;
    },
  };
  await transcript(['\u001b[Z', '\u001b[98;6u', 'he\u001b[Dllo', '/quit'], { conversation });
  expect(sent).toEqual(['hello']);
});

test('/help lists what works here', async () => {
  const help = await transcript(['/help', '/quit']);
  for (const key of ['shift+tab', 'ctrl+shift+b', 'alt+enter', 'ctrl+o', 'esc', 'page up', '@path']) {
    expect(help).not.toContain(key);
  }
  for (const key of ['/drop-bypass', '/mode [name]', 'ctrl+c', 'ctrl+d', '\\ and enter', '!command']) {
    expect(help).toContain(key);
  }
});

test('the next prompt waits for what a command shows', async () => {
  const decision = {
    tool: 'Bash',
    summary: 'make \u200b',
    outcome: 'allow',
    because: 'rule',
    workspace: '',
    json: '{}',
  } as const;
  const at = new Date('2026-01-02T03:04:05Z');
  const log = {
    recent: async () => {
      await new Promise(setImmediate);
      return [
        { ...decision, at: new Date(Number.NaN) },
        { ...decision, at },
      ];
    },
    search: async () => [],
    patternsFor: () => [],
    recentCalls: async () => [],
    advice: async () => null,
  };
  const rules = { ...sessionParts().rules, list: () => Promise.reject(new Error('no disk')) };
  expect(await transcript(['/audit', '/permissions', '/quit'], { log, rules })).toBe(
    [
      'caliban 0.0.0, plain; /help lists commands',
      '> ????-??-?? ??:??:?? allow Bash make \\u{200b}: rule',
      '2026-01-02 03:04:05 allow Bash make \\u{200b}: rule',
      '> error: /permissions failed: no disk',
      '> ',
    ].join('\n'),
  );
});

test('a backslash continues on the next line', async () => {
  const sent: string[] = [];
  const { console, input } = madeConsole([['> ', 'one\\\ntwo\n']]);
  const ended = runPlain({
    parts: sessionParts({
      conversation: {
        async *run(prompt) {
          sent.push(prompt);
          input.end();
          yield DONE;
        },
      },
    }),
    console,
  });
  expect(await ended).toBe(0);
  console.close();
  expect(sent).toEqual(['one\ntwo']);
});

const DONE_USAGE = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };
