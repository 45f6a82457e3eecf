import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitMarkdown } from '../../src/markdown/split-markdown.ts';

const paragraph = 'word '.repeat(300).trim();

describe('a long text is cut', () => {
  test.each<[string, string, ReturnType<typeof splitMarkdown>]>([
    ['short text is not', 'one\n\ntwo', null],
    ['nor is a block of some length', `${paragraph} ${paragraph}`, null],
    [
      'before its last block',
      `${paragraph}\n\n${paragraph}`,
      { piece: `${paragraph}\n\n`, rest: paragraph, isSameBlock: false },
    ],
    [
      'a list stays whole',
      `${paragraph}\n\n- ${paragraph}\n- b`,
      { piece: `${paragraph}\n\n`, rest: `- ${paragraph}\n- b`, isSameBlock: false },
    ],
    [
      'code goes on as code',
      `\`\`\`ts\n${'x();\n'.repeat(2000)}`,
      { piece: `\`\`\`ts\n${'x();\n'.repeat(1997)}x();\n\`\`\``, rest: '```ts\nx();\nx();\n', isSameBlock: true },
    ],
  ])('%s', (_, text, split) => {
    expect(splitMarkdown(text)).toEqual(split);
  });
});

test('outside of code nothing but a line end is lost, and it comes to an end', () => {
  const text = fc.array(fc.constantFrom('word ', '\n', '\n\n', '- a\n', '> q\n', '# h\n', 'x'.repeat(300)), {
    minLength: 400,
    maxLength: 900,
  });
  fc.assert(
    fc.property(text, (pieces) => {
      const whole = pieces.join('');
      let back = '';
      let rest = whole;
      for (let split = splitMarkdown(rest); split !== null; split = splitMarkdown(rest)) {
        expect(split.rest.length).toBeLessThan(rest.length);
        back += split.piece + (split.isSameBlock && rest[split.piece.length] === '\n' ? '\n' : '');
        rest = split.rest;
      }
      expect(back + rest).toBe(whole);
    }),
    { numRuns: 50 },
  );
});
