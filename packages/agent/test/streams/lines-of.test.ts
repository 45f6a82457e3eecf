import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOf } from '../../src/streams/lines-of.ts';

async function linesIn(chunks: readonly (string | Uint8Array)[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(Readable.from(chunks))) lines.push(line);
  return lines;
}

describe('a line ends at `\\n`', () => {
  test.each<[string, (string | Uint8Array)[], string[]]>([
    ['nothing', [], []],
    ['the last one without its end', ['a\nb'], ['a', 'b']],
    ['the last one with it', ['a\nb\n'], ['a', 'b']],
    ['blank ones', ['\n\na\n'], ['', '', 'a']],
    ['over several chunks', ['a', 'b', '\nc', '\n'], ['ab', 'c']],
    ['not at a carriage return', ['a\rb\r\nc'], ['a\rb\r', 'c']],
    ['not at U+2028, U+2029, U+0085', ['"a\u2028b\u2029c\u0085d"\n'], ['"a\u2028b\u2029c\u0085d"']],
    ['a character cut in two', [Buffer.from('"ü"').subarray(0, 2), Buffer.from('"ü"').subarray(2)], ['"ü"']],
    ['a character that never ends', [Uint8Array.of(0x61, 0xc3)], ['a\ufffd']],
  ])('%s', async (_, chunks, lines) => {
    expect(await linesIn(chunks)).toEqual(lines);
  });

  test('wherever the bytes are cut', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\u2028', 'ü', '😀'), maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (written, size) => {
        const bytes = Buffer.from(written);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        const lines = written.split('\n');
        expect(await linesIn(chunks)).toEqual(lines.at(-1) === '' ? lines.slice(0, -1) : lines);
      }),
    );
  });
});
