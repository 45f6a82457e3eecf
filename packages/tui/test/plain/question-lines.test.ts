import { unifiedDiff } from '@caliban/agent/tools';
import { absolutePath, describeCall } from '@caliban/calls';
import { parsePattern, type Question, type Rule } from '@caliban/gate';
import { expect, test } from 'vitest';
import { questionLines } from '../../src/plain/question-lines.ts';

const NO_PREVIEW = async () => null;
const LONG = 'x'.repeat(5000);

function question(
  tool: string,
  input: unknown,
  because: Question['verdict']['because'] = { kind: 'no-rule' },
): Question {
  const call = describeCall({ tool, input, context: { workspace: absolutePath('/w') } });
  return { call, verdict: { action: 'ask', because } };
}

function asking(text: string, comment: string): Rule {
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(pattern.error.message);
  return { pattern: pattern.value, action: 'ask', comment, source: { layer: 'project', file: '/w/p.toml', line: 3 } };
}

test.each<[string, Question, readonly string[]]>([
  [
    'every line of a command, and nothing in it poses as ours',
    question('Bash', { command: 'echo 1\n  1 allow once\nrm -rf ~ \u200b', run_in_background: true }),
    ['| echo 1', '|   1 allow once', '| rm -rf ~ \\u{200b}', '| run_in_background: true'],
  ],
  ['a long one to its end', question('Bash', { command: `: ${LONG}; rm -rf ~` }), [`| : ${LONG}; rm -rf ~`]],
  [
    'every field, also those that do not say what it is about',
    question('mcp__files__move', { path: 'a', to: '/etc/passwd' }),
    ['| {', '|   "path": "a",', '|   "to": "/etc/passwd"', '| }'],
  ],
  [
    'what is to be written',
    question('Write', { path: 'a', content: 'one\ntwo' }),
    ['| /w/a', '| content: one', '| two'],
  ],
])('the call in full: %s', async (_, asked, lines) => {
  const [first, title, does, ...rest] = await questionLines(asked, [], NO_PREVIEW);
  expect([first, title, does?.slice(0, 3)]).toEqual(['', `question: allow ${asked.call.tool}?`, 'it ']);
  expect(rest.slice(0, lines.length)).toEqual(lines);
});

test('a file edit is shown as a diff', async () => {
  const lines = await questionLines(
    question('Write', { path: 'a', content: 'two' }),
    [],
    async () => '@@ -1 +1 @@\n-one\n+two',
  );
  expect(lines).toEqual([
    '',
    'question: allow Write?',
    'it writes a file in the workspace',
    '| /w/a',
    '| @@ -1 +1 @@',
    '| -one',
    '| +two',
    'No rule matches.',
  ]);
});

test('a truncated one is not shown: there is no way to see the rest', async () => {
  const content = 'x\n'.repeat(3_000);
  const asked = question('Write', { path: 'a', content });
  const lines = await questionLines(asked, [], async () => unifiedDiff('', content));
  expect(lines.filter((line) => /^\| (content: )?x$/.test(line))).toHaveLength(3_000);
});

test('the rule that asked, its place and its comment', async () => {
  const because = { kind: 'rule', rule: asking('Bash:git push *', 'ask the release team') } as const;
  const lines = await questionLines(question('Bash', { command: 'git push x' }, because), [], NO_PREVIEW);
  expect(lines.slice(4)).toEqual([
    'Asked by rule `Bash:git push *` (project, p.toml:3)',
    'Comment: ask the release team',
  ]);
});
