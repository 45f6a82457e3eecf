import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from '../../src/tools/files/read-lines.ts';
import { scratch } from './helpers/scratch.ts';

test('any range of any text is what splitting it gives', async () => {
  const file = join(scratch(), 'f');
  const lines = fc.array(fc.stringMatching(/^[a-c]{0,3}$/), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(lines, fc.nat(9), fc.integer({ min: 1, max: 9 }), async (all, skipped, most) => {
      const text = all.join('\n');
      await writeFile(file, text);
      const expected = text.split('\n');
      if (expected.at(-1) === '') expected.pop();
      const handle = await open(file);
      const read = await readLines(
        handle,
        { from: skipped + 1, most, longestLine: 10, mostChars: 1000, giveUp: { inLine: 1000, inFile: 1000 } },
        new AbortController().signal,
      ).finally(() => handle.close());
      const end = Math.min(expected.length, skipped + most);
      expect(read.lines).toEqual(expected.slice(skipped, skipped + most));
      expect(read.below).toEqual({ kind: expected.length > skipped + most ? 'lines' : 'nothing' });
      if (read.below.kind === 'nothing') expect(read.passed).toBe(expected.length);
      else expect(read.passed).toBe(end);
    }),
    { numRuns: 200 },
  );
});

const CHUNK = 'x'.repeat(300_000);
test.each([
  [
    'a line that does not end',
    `a\n${CHUNK}`,
    1,
    ['a', 'xxxxx [… the line is at least 262142 bytes long …]'],
    'line 2 is longer than 1000 bytes',
  ],
  ['one above what is asked for', `a\n${CHUNK}`, 9, [], 'line 2 is longer than 1000 bytes'],
  ['too many short ones', 'ab\n'.repeat(400_000), 350_000, [], 'line 174763 is more than 500000 bytes down'],
])('is abandoned: %s', async (_, text, from, lines, because) => {
  const file = join(scratch({ f: text }), 'f');
  const handle = await open(file);
  const range = { from, most: 9, longestLine: 5, mostChars: 1000, giveUp: { inLine: 1000, inFile: 500_000 } };
  const read = await readLines(handle, range, new AbortController().signal).finally(() => handle.close());
  expect([read.lines, read.below]).toEqual([lines, { kind: 'unread', because }]);
});
