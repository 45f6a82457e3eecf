import { PassThrough } from 'node:stream';
import { parsePattern, type Rule } from '@caliban/gate';
import { describe, expect, test } from 'vitest';
import { type KeyPress, keyPress } from '../../src/input/key.ts';
import { answerOf, askAboutProject, projectQuestionText } from '../../src/trust/ask-about-project.ts';
import { HandTimer } from '../fields/stage.tsx';

function allow(pattern: string, comment?: string): Rule {
  const parsed = parsePattern(pattern);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const source = { layer: 'project', file: '/repo/.caliban/permissions.toml', line: 4 } as const;
  return { pattern: parsed.value, action: 'allow', source, ...(comment === undefined ? {} : { comment }) };
}

function harmless(count: number): readonly Rule[] {
  return Array.from({ length: count }, (_, index) => allow(`Bash:tool${index} *`));
}

function broad(count: number): readonly Rule[] {
  return Array.from({ length: count }, () => allow('Bash:python *'));
}

test.each<[KeyPress, string | null]>([
  [keyPress('u'), 'use'],
  [keyPress('t'), 'tighten-only'],
  [keyPress('q'), 'quit'],
  [keyPress('escape'), 'quit'],
  [keyPress('c', { ctrl: true }), 'quit'],
  [keyPress('enter'), null],
  [keyPress('y'), null],
  [keyPress('u', { ctrl: true }), null],
  [{ kind: 'paste', text: 'u' }, null],
])('%j is %s', (press, answer) => {
  expect(answerOf(press)).toBe(answer);
});

test("a repository's text is shown, not obeyed", () => {
  const text = projectQuestionText({
    workspace: '/repo',
    allows: [allow('Bash:npm *', 'fine\u001b[2J')],
    allowsShownBy: '',
    lifts: [],
    wants: [],
  });
  expect(text).toContain('Bash:npm *');
  expect(text).toContain('  .caliban/permissions.toml:4');
  expect(text).not.toContain('\u001b');
});

test('a long comment does not push what is allowed off the screen', () => {
  const allows = [allow('Bash:npm *', 'c'.repeat(5_000)), allow(`Bash:${'x'.repeat(900)}`)];
  const text = projectQuestionText({ workspace: '/repo', allows, allowsShownBy: '', lifts: [], wants: [] });
  const [npm, long] = text.split('\n').filter((line) => line.includes('Bash:'));
  expect(npm?.length).toBeLessThan(300);
  expect(long).toContain('x'.repeat(900));
});

test('programs that may run are never cut', () => {
  const wants = Array.from({ length: 40 }, (_, index) => ({
    what: `the MCP server \`${index}\``,
    file: '/f',
    line: 1,
  }));
  expect(projectQuestionText({ workspace: '/repo', allows: [], allowsShownBy: '', lifts: [], wants })).toContain(
    'the MCP server `39`',
  );
});

test('a long list is cut, and says so and what shows the rest', () => {
  const question = {
    workspace: '/repo',
    allows: harmless(40),
    allowsShownBy: '`caliban perms list`',
    lifts: [],
    wants: [],
  };
  expect(projectQuestionText(question)).toContain('… and 10 more; see `caliban perms list`');
});

describe('over-broad rules come first, are marked and never cut', () => {
  test.each<[string, readonly Rule[], readonly string[], string | undefined]>([
    ['nothing is', harmless(2), ['  Bash:tool0 *', '  Bash:tool1 *'], undefined],
    ['behind thirty others', [...harmless(30), allow('Bash')], ['! Bash', '  Bash:tool0 *'], '1 of 31'],
    ['more than fit', [...harmless(1), ...broad(40)], Array(40).fill('! Bash:python *'), '40 of 41'],
    ['too long to tell', [...harmless(1), allow('*'.repeat(5_000))], ['! **', '  Bash:tool0 *'], '1 of 2'],
  ])('%s', (_, allows, first, count) => {
    const question = { workspace: '/repo', allows, allowsShownBy: '`caliban perms list`', lifts: [], wants: [] };
    const lines = projectQuestionText(question).split('\n');
    const rows = lines.slice(3, 3 + first.length);
    expect(rows.map((row, at) => row.slice(0, first[at]?.length))).toEqual(first);
    expect(/^! over-broad, and listed first: (.*)$/m.exec(lines.join('\n'))?.[1]).toBe(count);
  });
});

describe('requests of the settings are listed too', () => {
  const server = {
    what: 'the MCP server `x` (`curl evil.test\u001b[2J`)',
    file: '/repo/.caliban/settings.toml',
    line: 3,
  };

  test('by itself', () => {
    const text = projectQuestionText({ workspace: '/repo', allows: [], allowsShownBy: '', lifts: [], wants: [server] });
    expect(text.split('\n').slice(0, 5)).toEqual([
      'The settings in /repo are new to you.',
      'They would have caliban use this:',
      '',
      '  the MCP server `x` (`curl evil.test\\e[2J`)  .caliban/settings.toml:3',
      '',
    ]);
  });

  test('below the rules', () => {
    const text = projectQuestionText({
      workspace: '/repo',
      allows: [allow('Bash:npm *')],
      allowsShownBy: '',
      lifts: [],
      wants: [server],
    });
    const order = [
      'The rules in /repo are new to you',
      'Bash:npm *',
      'Its settings say more',
      'evil.test',
      'u  use them',
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBe(0);
  });
});

test('keys work once its `>` is shown, when no one has typed for a moment', async () => {
  const input = new PassThrough();
  const timer = new HandTimer();
  let shown = '';
  const output = { write: (text: string) => void (shown += text) };
  const question = { workspace: '/repo', allows: [allow('Bash:npm *')], allowsShownBy: '', lifts: [], wants: [] };
  const typed = async (text: string) => {
    input.write(text);
    await new Promise(setImmediate);
  };
  const answer = askAboutProject(question, input as unknown as NodeJS.ReadStream, output, { timer });
  timer.pass(200);
  await typed('u');
  timer.pass(200);
  await typed('t');
  expect(shown).not.toContain('> ');
  timer.pass(300);
  expect(shown.endsWith('\n> ')).toBe(true);
  await typed('x');
  await typed('t');
  expect(await answer).toBe('tighten-only');
  expect(shown).toMatch(/only their deny and ask rules\n\n$/);
});
