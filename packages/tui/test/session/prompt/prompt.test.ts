import type { SessionServices } from '@caliban/agent/session';
import { describe, expect, test } from 'vitest';
import { type KeyPress, keyPress } from '../../../src/input/key.ts';
import { KeyDecoder } from '../../../src/input/key-decoder.ts';
import { textOf } from '../../../src/session/prompt/buffer.ts';
import { layOutPrompt } from '../../../src/session/prompt/lay-out-prompt.ts';
import { Prompt } from '../../../src/session/prompt/prompt.ts';
import { sessionParts } from '../../helpers/session-parts.ts';
import { keyBytes } from '../../pty/key-bytes.ts';

const PATHS = async (written: string) => ['src/app.ts', 'src/index.ts'].filter((path) => path.startsWith(written));

function madePrompt(history: readonly string[] = [], completePath: SessionServices['completePath'] = PATHS) {
  const sent: string[] = [];
  const queued: string[] = [];
  const prompt = new Prompt({
    sendEmpty: () => {},
    parts: sessionParts({
      history: { entries: history, add() {} },
      completePath,
    }),
    changed: () => changes.shift()?.(),
    takeBack: () => queued.pop() ?? null,
    send: (text) => void sent.push(text),
  });
  const changes: (() => void)[] = [];
  return { prompt, sent, queued, changed: () => new Promise<void>((resolve) => changes.push(resolve)) };
}

/** Keys by name, each as the terminal sends it; what is no name is typed. */
function press(prompt: Prompt, keys: readonly (string | KeyPress)[]): void {
  for (const key of keys) {
    if (typeof key !== 'string') {
      prompt.press(key);
      continue;
    }
    const decoder = new KeyDecoder();
    for (const each of [...decoder.feed(keyBytes(key)), ...decoder.flush()]) prompt.press(each);
  }
}

/** The text with `|` where the cursor stands. */
function shown({ buffer: { units, cursor } }: Prompt): string {
  return `${textOf(units.slice(0, cursor))}|${textOf(units.slice(cursor))}`;
}

const pasted = (text: string): KeyPress => ({ kind: 'paste', text });

describe('editing', () => {
  test.each<[readonly (string | KeyPress)[], string]>([
    [['abc'], 'abc|'],
    [['abc', 'left', 'x'], 'abx|c'],
    [['abc', 'home', 'x'], 'x|abc'],
    [['abc', 'ctrl+a', 'ctrl+e', 'x'], 'abcx|'],
    [['abc', 'backspace'], 'ab|'],
    [['abc', 'home', 'delete'], '|bc'],
    [['👩‍👧x', 'left', 'backspace'], '|x'],
    [['one two', 'ctrl+w'], 'one |'],
    [['one two', 'alt+backspace'], 'one |'],
    [['one two', 'alt+b', 'alt+b', 'alt+d'], '| two'],
    [['one two', 'ctrl+left', 'x'], 'one x|two'],
    [['one two', 'home', 'ctrl+right'], 'one| two'],
    [['one two', 'alt+b', 'ctrl+k'], 'one |'],
    [['one two', 'alt+b', 'ctrl+u'], '|two'],
    [['a', 'alt+enter', 'b'], 'a\nb|'],
    [['a', 'shift+enter', 'b'], 'a\nb|'],
    [['a', 'ctrl+j', 'b'], 'a\nb|'],
    [['a\\', 'enter', 'b'], 'a\nb|'],
    [['ab', 'ctrl+j', 'cd', 'ctrl+a', 'x'], 'ab\nx|cd'],
    [['ab', 'ctrl+j', 'cd', 'up', 'x'], 'abx|\ncd'],
    [['ab', 'ctrl+j', 'cd', 'up', 'down', 'x'], 'ab\ncdx|'],
    [['ab', 'ctrl+j', 'cd', 'home', 'ctrl+u'], 'ab|cd'],
    [[pasted('a\r\nb\rc')], 'a\nb\nc|'],
    [['x', pasted('1\n'.repeat(200)), 'backspace'], 'x|'],
  ])('%j → %j', (keys, text) => {
    const { prompt } = madePrompt();
    press(prompt, keys);
    expect(shown(prompt)).toBe(text);
  });

  test('enter sends what is written and empties the prompt; blanks are not sent', () => {
    const { prompt, sent } = madePrompt();
    press(prompt, ['  ', 'enter', 'ctrl+u', 'hello', 'enter']);
    expect(sent).toEqual(['hello']);
    expect(shown(prompt)).toBe('|');
  });
});

describe('pastes', () => {
  test('a large one is folded and sent whole', () => {
    const { prompt, sent } = madePrompt();
    const text = Array.from({ length: 120 }, (_, index) => `line ${index}`).join('\n');
    press(prompt, ['see ', pasted(text)]);
    expect(layOutPrompt(prompt.buffer, 78).rows).toEqual(['see [pasted 120 lines]']);
    press(prompt, ['enter']);
    expect(sent).toEqual([`see ${text}`]);
  });

  test('control characters in it are shown, not obeyed, and sent as they were', () => {
    const { prompt, sent } = madePrompt();
    press(prompt, [pasted('a\u001b[2Jb\u0007')]);
    expect(layOutPrompt(prompt.buffer, 78).rows).toEqual(['a\\e[2Jb\\u{7}']);
    press(prompt, ['enter']);
    expect(sent).toEqual(['a\u001b[2Jb\u0007']);
  });

  test('a return in it sends nothing', () => {
    const { prompt, sent } = madePrompt();
    press(prompt, [pasted('/quit\r')]);
    expect(sent).toEqual([]);
  });
});

describe('history', () => {
  test('up walks back, down finds what was being written', () => {
    const { prompt } = madePrompt(['first', 'second']);
    press(prompt, ['draft', 'up']);
    expect(shown(prompt)).toBe('second|');
    press(prompt, ['up', 'up']);
    expect(shown(prompt)).toBe('first|');
    press(prompt, ['down', 'down']);
    expect(shown(prompt)).toBe('draft|');
  });

  test('with an empty prompt up takes back what is queued', () => {
    const { prompt, queued } = madePrompt(['first']);
    queued.push('waiting');
    press(prompt, ['up']);
    expect(shown(prompt)).toBe('waiting|');
  });
});

describe('the menu', () => {
  const labels = ({ menu }: Prompt) => menu.open?.completions.map(({ label }) => label) ?? null;

  test('a slash offers the commands, more letters fewer of them', () => {
    const { prompt } = madePrompt();
    press(prompt, ['/']);
    expect(labels(prompt)?.slice(0, 3)).toEqual(['/help', '/permissions', '/audit']);
    press(prompt, ['mo']);
    expect(labels(prompt)).toEqual(['/mode', '/model']);
  });

  test('tab completes, enter runs what is selected', () => {
    const { prompt, sent } = madePrompt();
    press(prompt, ['/mo', 'down', 'tab']);
    expect(shown(prompt)).toBe('/model |');
    press(prompt, ['ctrl+u', '/per', 'enter']);
    expect(sent).toEqual(['/permissions ']);
  });

  test('an argument is only taken when an arrow chose it', () => {
    const { prompt, sent } = madePrompt();
    press(prompt, ['/mode ', 'enter', '/mode ', 'down', 'down', 'enter', 'enter']);
    expect(sent).toEqual(['/mode ', '/mode acceptEdits']);
  });

  test('escape closes it', () => {
    const { prompt } = madePrompt();
    press(prompt, ['/mo', 'escape']);
    expect(labels(prompt)).toBeNull();
  });

  test('@ completes paths; enter takes the first and sends nothing', async () => {
    const { prompt, sent, changed } = madePrompt();
    press(prompt, ['look at @sr']);
    await changed();
    expect(labels(prompt)).toEqual(['src/app.ts', 'src/index.ts']);
    press(prompt, ['enter']);
    expect(shown(prompt)).toBe('look at @src/app.ts |');
    expect(sent).toEqual([]);
  });

  test('what was found for an earlier word is not taken for this one', async () => {
    const { prompt, sent, changed } = madePrompt();
    press(prompt, ['@src/a']);
    await changed();
    press(prompt, ['x', 'enter']);
    expect(sent).toEqual(['@src/ax']);
  });

  test('a lookup that fails offers nothing', async () => {
    const { prompt, sent, changed } = madePrompt([], () => Promise.reject(new Error('no disk')));
    press(prompt, ['@src']);
    await changed();
    expect(labels(prompt)).toBeNull();
    press(prompt, ['enter']);
    expect(sent).toEqual(['@src']);
  });

  test.each(['mail@host', 'a @b c', 'x'])('%s offers nothing', (text) => {
    const { prompt } = madePrompt();
    press(prompt, [text]);
    expect(labels(prompt)).toBeNull();
  });
});

test('a key nobody knows is not written', () => {
  const { prompt } = madePrompt();
  expect(prompt.press(keyPress('insert'))).toBe(false);
  expect(prompt.press(keyPress('x', { ctrl: true }))).toBe(false);
});
