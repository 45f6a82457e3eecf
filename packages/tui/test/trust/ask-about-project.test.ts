import { parsePattern, type Rule } from '@caliban/gate';
import { expect, test } from 'vitest';
import { type KeyPress, keyPress } from '../../src/input/key.ts';
import { answerOf, projectQuestionText } from '../../src/trust/ask-about-project.ts';

function allow(pattern: string, comment?: string): Rule {
  const parsed = parsePattern(pattern);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const source = { layer: 'project', file: '/repo/.caliban/permissions.toml', line: 4 } as const;
  return { pattern: parsed.value, action: 'allow', source, ...(comment === undefined ? {} : { comment }) };
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

test('what a repository wrote is shown, not obeyed', () => {
  const text = projectQuestionText({ workspace: '/repo', allows: [allow('Bash:npm *', 'fine\u001b[2J')] });
  expect(text).toContain('Bash:npm *');
  expect(text).toContain('/repo/.caliban/permissions.toml:4');
  expect(text).not.toContain('\u001b');
});

test('a long list is cut and says so', () => {
  const allows = Array.from({ length: 40 }, (_, index) => allow(`Bash:tool${index} *`));
  expect(projectQuestionText({ workspace: '/repo', allows })).toContain('… and 10 more');
});
