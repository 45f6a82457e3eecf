import { PassThrough } from 'node:stream';
import { absolutePath, describeCall, type Question } from '@caliban/gate';
import { describe, expect, test } from 'vitest';
import { PlainAskHandler } from '../../src/plain/plain-ask-handler.ts';
import { plainConsole } from '../../src/plain/plain-console.ts';
import { runPlain } from '../../src/plain/run-plain.ts';
import { DONE, type MadeParts, sessionParts } from '../helpers/session-parts.ts';

/** A person who types the next line whenever the output ends with what they wait for. */
function madeConsole(typed: readonly (readonly [after: string, line: string])[]) {
  const input = new PassThrough();
  const rest = [...typed];
  let printed = '';
  const console = plainConsole({
    input: input as unknown as NodeJS.ReadStream,
    output: {
      write(text: string) {
        printed += text;
        const [next] = rest;
        if (next === undefined || !printed.endsWith(next[0])) return;
        rest.shift();
        input.write(next[1]);
      },
    },
    quietMs: 20,
  });
  return { console, input, printed: () => printed };
}

const QUESTION: Question = {
  call: describeCall({
    tool: 'Bash',
    input: { command: 'git push' },
    surroundings: { workspace: absolutePath('/w') },
  }),
  verdict: { action: 'ask', because: { kind: 'no-rule' } },
};

const NUMBER = 'number (1 to 4): ';
const NO_PREVIEW = async () => null;

describe('PlainAskHandler', () => {
  test.each([
    ['1', { kind: 'once', action: 'allow', by: 'operator' }],
    ['3', { kind: 'once', action: 'deny', by: 'operator' }],
    ['o', { kind: 'once', action: 'allow', by: 'operator' }],
    ['R', { kind: 'once', action: 'deny', by: 'operator' }],
  ])('%s answers %j', async (line, answer) => {
    const { console } = madeConsole([[NUMBER, `${line}\n`]]);
    expect(await new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, new AbortController().signal)).toEqual(answer);
    console.close();
  });

  test('2 asks for the rule, the narrowest first, and for its scope', async () => {
    const { console, printed } = madeConsole([
      [NUMBER, '2\n'],
      ['): ', '1\n'],
      ['): ', '1\n'],
      ['): ', 'mine\n'],
    ]);
    const answer = await new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, new AbortController().signal);
    expect(answer).toMatchObject({ kind: 'always', scope: 'session', rule: { action: 'allow', comment: 'mine' } });
    expect(printed()).toContain('  1 Bash:git push (');
    console.close();
  });

  test('n asks for what the model is to read as well', async () => {
    const { console } = madeConsole([
      [NUMBER, 'n\n'],
      ['): ', '1\n'],
      ['): ', '2\n'],
      ['): ', '\n'],
      ['): ', 'open a pull request\n'],
    ]);
    const answer = await new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, new AbortController().signal);
    expect(answer).toMatchObject({ kind: 'always', scope: 'local', rule: { reason: 'open a pull request' } });
    expect(answer).not.toHaveProperty('rule.comment');
    console.close();
  });

  test('what was typed before the question answers nothing', async () => {
    const { console, input } = madeConsole([
      ['No rule matches.\n', '1\n1'],
      [NUMBER, '\n'],
      [NUMBER, 'yes\n'],
      [NUMBER, '3\n'],
    ]);
    input.write('1\n');
    const answer = await new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, new AbortController().signal);
    expect(answer).toEqual({ kind: 'once', action: 'deny', by: 'operator' });
    console.close();
  });

  test('nobody there means no', async () => {
    const { console, input } = madeConsole([]);
    input.end();
    expect(await new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, new AbortController().signal)).toEqual({
      kind: 'once',
      action: 'deny',
      by: 'operator',
    });
  });

  test('a withdrawn question does not swallow the next line', async () => {
    const { console } = madeConsole([[NUMBER, '']]);
    const withdrawn = new AbortController();
    const answer = new PlainAskHandler(console, NO_PREVIEW).ask(QUESTION, withdrawn.signal);
    withdrawn.abort(new Error('withdrawn'));
    await expect(answer).rejects.toThrow('withdrawn');
    console.close();
  });
});

describe('runPlain', () => {
  async function transcript(lines: readonly string[], given: MadeParts = {}): Promise<string> {
    const { console, printed } = madeConsole(lines.map((line) => ['> ', `${line}\n`]));
    expect(await runPlain({ parts: sessionParts(given), console })).toBe(0);
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

  test('the commands are the same', async () => {
    expect(await transcript(['/mode plan', '/mode bypassPermissions', '/drop-bypass', '/quit'])).toContain(
      [
        'mode: plan',
        '> mode: default',
        'warning: bypassPermissions needs --allow-dangerously-skip-permissions at start; mode: default',
        '> there is no bypass latch to drop',
      ].join('\n'),
    );
  });

  test('a backslash goes on in the next line', async () => {
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
    expect(sent).toEqual(['one\ntwo']);
  });
});

const DONE_USAGE = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };
