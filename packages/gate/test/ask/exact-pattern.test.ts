import type { ToolCall } from '@caliban/calls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCallPattern, exactCommandPattern, exactPattern } from '../../src/ask/exact-pattern.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import { bashCall, fileCall, lineCall, madeCall, urlCall } from '../helpers/made-calls.ts';

describe('exactPattern', () => {
  test.each<[ToolCall, string | null]>([
    [bashCall('git status'), 'Bash:git status'],
    [bashCall('ls *.ts'), 'Bash:ls \\*.ts'],
    [bashCall('make CC=gcc'), 'Bash:make CC=gcc'],
    [bashCall('timeout=5 x, y'), 'Bash:command=timeout=5 x\\, y'], // would read as a field
    [bashCall('~/bin/x'), 'Bash:command=~/bin/x'], // would read as "anywhere"
    [bashCall('~rm x'), null], // taken for the same
    [bashCall(''), null],
    [lineCall(['git status', 'rm x']), 'Bash:git status && rm x'],
    [fileCall('Write', '/repo/a b.ts'), 'Write:/repo/a b.ts'],
    [fileCall('Write', '/etc/{a}[b],*'), 'Write:/etc/\\{a\\}\\[b\\]\\,\\*'],
    [fileCall('Read', '/repo/link', '/etc/passwd'), 'Read:/{repo/link,etc/passwd}'],
    [urlCall('https://A.test:443/x?q=*'), 'WebFetch:https://a.test/x\\?q=\\*'],
    [urlCall('https://a.test'), 'WebFetch:https://a.test'],
    [urlCall('https://me:pw@a.test/'), null],
    [urlCall('no url'), null],
    [madeCall('mcp__forge__open'), 'mcp__forge__open'],
    [madeCall('odd*name'), 'odd\\*name'],
    [madeCall('a:b'), null], // the grammar has no name for it
  ])('%#: %j', (call, pattern) => {
    expect(exactPattern(call, 'root')).toBe(pattern);
  });

  test.each<[ToolCall, string | null]>([
    [fileCall('Write', '/repo/src/a b.ts'), 'Write:src/a b.ts'],
    [fileCall('Write', '/repo/a.ts'), 'Write:./a.ts'], // without the dot it would be any `a.ts`
    [fileCall('Write', '/repo/~/x'), 'Write:./~/x'],
    [fileCall('Write', '/repo'), 'Write:./.'],
    [fileCall('Write', '/etc/hosts'), 'Write:/etc/hosts'],
    [fileCall('Read', '/repo/link', '/repo/src/x'), 'Read:./{link,src/x}'],
    [fileCall('Read', '/repo/link', '/etc/passwd'), 'Read:/{repo/link,etc/passwd}'],
    [bashCall('git status'), 'Bash:git status'],
  ])('from the workspace, %#: %j', (call, pattern) => {
    expect(exactPattern(call, 'workspace')).toBe(pattern);
  });

  test('whatever the command, the pattern means exactly it or is not offered', () => {
    const nasty = fc.string({ unit: fc.constantFrom('*', '?', '\\', '~', '=', ',', ' ', 'a', 'timeout', '(', ':') });
    fc.assert(
      fc.property(nasty, (command) => {
        const text = exactCommandPattern(bashCall(command), command);
        if (text === null) return;
        const pattern = parsePattern(text);
        expect(pattern.ok && pattern.value.spec).toEqual({
          argument: { kind: 'text', glob: { text: expect.anything(), segments: [command] }, anywhere: false },
          fields: [],
        });
      }),
    );
  });
});

test.each([
  ['Bash', 'Bash'],
  ['mcp__a__b', 'mcp__a__b'],
  ['what?', 'what\\?'],
  ['a(b)', null],
  ['', null],
])('anyCallPattern of `%s`', (tool, pattern) => {
  expect(anyCallPattern(madeCall(tool))).toBe(pattern);
});
