import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from '../../src/tools/read-lines.ts';
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
        { from: skipped + 1, most, longestLine: 10, mostChars: 1000 },
        new AbortController().signal,
      ).finally(() => handle.close());
      const end = Math.min(expected.length, skipped + most);
      expect(read.lines).toEqual(expected.slice(skipped, skipped + most));
      expect(read.more).toBe(expected.length > skipped + most);
      if (!read.more) expect(read.passed).toBe(expected.length);
      else expect(read.passed).toBe(end);
    }),
    { numRuns: 200 },
  );
});
