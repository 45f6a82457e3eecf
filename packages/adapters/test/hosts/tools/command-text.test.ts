import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandText } from '../../../src/hosts/tools/command-text.ts';

test.each([
  [['git', 'status'], 'git status'],
  [['git', 'commit', '-m', "it's done"], "git commit -m 'it'\\''s done'"],
  [['bash', '-lc', 'a && b'], "bash -lc 'a && b'"],
  [['A=1', 'x=2'], "'A=1' x=2"],
  [['if', 'then'], "'if' then"],
  [['echo', ''], "echo ''"],
  [['echo', '~', '*', '$HOME', '{a,b}', '!'], "echo '~' '*' '$HOME' '{a,b}' '!'"],
  [['echo', 'a\nb', 'ü'], "echo 'a\nb' 'ü'"],
])('%j → %s', (words, text) => {
  expect(commandText(words)).toBe(text);
});

test('a shell makes the same words of it again', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: 'grapheme' }).map((word) => word.replaceAll('\0', '')),
        { minLength: 1 },
      ),
      (words) => {
        const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${commandText(['x', ...words])}`], {
          encoding: 'utf8',
        });
        expect(printed.split('\0').slice(1, -1)).toEqual(words);
      },
    ),
    { numRuns: 50 },
  );
});
