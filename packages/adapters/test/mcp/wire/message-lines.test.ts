import { expect, test } from 'vitest';
import { MessageLines } from '../../../src/mcp/wire/message-lines.ts';

function linesOf(chunks: readonly string[], most?: number): readonly string[] {
  const lines = new MessageLines(most);
  return chunks
    .flatMap((chunk) => lines.add(Buffer.from(chunk)))
    .map((line) => (line.kind === 'line' ? line.bytes.toString() : line.kind));
}

test.each([
  [['a\nb\n'], ['a', 'b']],
  [['a', 'b\nc'], ['ab']],
  [['\n \n\r\n\t\na\r\n'], ['a\r']],
  [['no end'], []],
])('%j → %j', (chunks, expected) => {
  expect(linesOf(chunks)).toEqual(expected);
});

test.each([
  [['1234\n'], ['1234']],
  [
    ['12345\n', '6\n'],
    ['too-long', '6'],
  ],
  [
    ['123', '456', '789', '\n6\n'],
    ['too-long', '6'],
  ],
])('of at most four bytes: %j → %j', (chunks, expected) => {
  expect(linesOf(chunks, 4)).toEqual(expected);
});
