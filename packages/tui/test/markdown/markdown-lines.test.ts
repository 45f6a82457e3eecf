import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { markdownLines } from '../../src/markdown/markdown-lines.ts';
import { type Line, lineText } from '../../src/screen/line.ts';
import { widthOf } from '../../src/screen/width.ts';

const texts = (text: string, columns = 40) => markdownLines(text, columns).map(lineText);

describe('layout', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'a paragraph is wrapped at blanks',
      'one two three four five six seven eight nine',
      ['one two three four five six seven eight', 'nine'],
    ],
    ['line ends in it stay', 'one\ntwo', ['one', 'two']],
    ['empty rows between blocks', '# Title\ntext\n\n\n\nmore', ['Title', '', 'text', '', 'more']],
    [
      'a list hangs',
      '- one two three four five six seven eight nine ten\n- b',
      ['• one two three four five six seven', '  eight nine ten', '• b'],
    ],
    ['nested lists', '1. a\n   - b\n     1. c\n2. d', ['1. a', '   • b', '     1. c', '2. d']],
    [
      'numbers are aligned',
      Array.from({ length: 10 }, (_, at) => `${at + 1}. x`).join('\n'),
      [...'123456789'].map((at) => ` ${at}. x`).concat('10. x'),
    ],
    ['a list that begins elsewhere', '7. a\n8. b', ['7. a', '8. b']],
    ['loose lists have empty rows', '- a\n\n- b', ['• a', '', '• b']],
    ['tasks', '- [x] a\n- [ ] b', ['[x] a', '[ ] b']],
    ['a quote with a list in it', '> a\n>\n> - b', ['│ a', '│ ', '│ • b']],
    ['code keeps its blanks', '```ts\nif (a) {\n  b();\n}\n```', ['╭ ts', '│ if (a) {', '│   b();', '│ }', '╰─']],
    ['code that is still being written', '```\nmake', ['╭─', '│ make', '╰─']],
    [
      'long code is broken where the room ends',
      `\`\`\`\n${'x'.repeat(50)}\n\`\`\``,
      ['╭─', `│ ${'x'.repeat(38)}`, `│ ${'x'.repeat(12)}`, '╰─'],
    ],
    [
      'a table',
      '| a | count |\n|---|--:|\n| `x` | 3 |\n| long | 12 |',
      ['a    │ count', '─────┼──────', 'x    │     3', 'long │    12'],
    ],
    [
      'a table that is too wide',
      '| name | what it is |\n|---|---|\n| a | one two three four five six seven eight |\n| b | two |',
      [
        'name │ what it is',
        '─────┼──────────────────────────────────',
        'a    │ one two three four five six seven',
        '     │ eight',
        '─────┼──────────────────────────────────',
        'b    │ two',
      ],
    ],
    [
      'a table for which there is no room at all',
      `| file | ${'reasonablylong | '.repeat(3)}\n|---|---|---|---|\n| a | b | c | d |\n| e | f | g | h |`,
      [
        'file: a',
        'reasonablylong: b',
        'reasonablylong: c',
        'reasonablylong: d',
        '',
        'file: e',
        'reasonablylong: f',
        'reasonablylong: g',
        'reasonablylong: h',
      ],
    ],
    ['where a link leads is not hidden', '[good](https://evil.example)', ['good (https://evil.example)']],
    ['a plain address is written once', 'see https://example.com/a', ['see https://example.com/a']],
    ['an image', '![a lamp](lamp.png)', ['[a lamp] (lamp.png)']],
    ['html is text', '<b>x</b> a<br>b\n\n<div>\ny\n</div>', ['<b>x</b> a', 'b', '', '<div>', 'y', '</div>']],
    ['entities', 'a &lt;b&gt; &amp; `&lt;`', ['a <b> & &lt;']],
    ['escapes', '\\*a\\* \\# b', ['*a* # b']],
    ['a rule', 'a\n\n***\n\nb', ['a', '', '─'.repeat(40), '', 'b']],
    ['markers alone on the last line wait for more', 'text\n-', ['text']],
    ['the same with fences', 'text\n``', ['text']],
    ['emphasis that is not closed yet', 'a **b', ['a **b']],
    [
      'control and direction characters are spelled out',
      'a\u001b[31mb\u202ec `\u0007`',
      ['a\\e[31mb\\u{202e}c \\u{7}'],
    ],
    [
      'so are those in code, its language, links and tables',
      '```t\u001bs\na\u001b]0;x\u0007\n```',
      ['╭ t\\es', '│ a\\e]0;x\\u{7}', '╰─'],
    ],
    ['nothing', '', ['']],
  ])('%s', (_, text, rows) => {
    expect(texts(text)).toEqual(rows);
  });
});

test('tones', () => {
  expect(markdownLines('# T\n## U\na **b** *c* `d` [e](f) ~~g~~', 80)).toEqual<readonly Line[]>([
    [{ text: 'T', tone: 'title' }],
    [],
    [{ text: 'U', tone: 'strong' }],
    [],
    [
      { text: 'a ', tone: 'plain' },
      { text: 'b', tone: 'strong' },
      { text: ' ', tone: 'plain' },
      { text: 'c', tone: 'emphasis' },
      { text: ' ', tone: 'plain' },
      { text: 'd', tone: 'code' },
      { text: ' ', tone: 'plain' },
      { text: 'e', tone: 'link' },
      { text: ' (f)', tone: 'dim' },
      { text: ' ', tone: 'plain' },
      { text: 'g', tone: 'dim' },
    ],
  ]);
  expect(markdownLines('```diff\n+a\n-b\n c\n```', 80).map((row) => row.at(-1)?.tone)).toEqual([
    'dim',
    'added',
    'removed',
    'plain',
    'dim',
  ]);
});

describe('text that keeps a parser busy is shown as it is', () => {
  test.each([
    ['quotes', '>'.repeat(16_000)],
    ['lists', '- '.repeat(8_000)],
    ['numbers', '1. '.repeat(5_000)],
    ['emphasis', '*a_'.repeat(5_000)],
    ['underscores', `${'_'.repeat(16_000)}a`],
    ['cells', `${'|a'.repeat(5_000)}\n${'|-'.repeat(5_000)}`],
    ['brackets', '[a]('.repeat(4_000)],
    ['a word', `${'a'.repeat(16_000)}@`],
    ['more than is looked at', '# a\n'.repeat(6_000)],
  ])('%s', (_, text) => {
    expect(markdownLines(text, 80).map(lineText).join('').replaceAll(' ', '')).toBe(text.replaceAll(/[ \n]/g, ''));
  });
});

const MARKS = [
  '#',
  '>',
  '-',
  '* ',
  '1. ',
  '`',
  '```',
  '**',
  '_',
  '~~',
  '|',
  '|-',
  '[',
  ']',
  '(',
  ')',
  '<',
  '&lt;',
  '\n',
  '\n\n',
  '    ',
  '\t',
  '  ',
  'word',
  'ü',
  '漢',
  '👩‍👧',
  '\u001b[2J',
  '\u202e',
  '\u0000',
  '\r',
  '\u200b',
  'https://a.b',
];

test('never wider than the screen, never a character that does something', () => {
  const text = fc.array(fc.oneof(fc.constantFrom(...MARKS), fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 100 }), (pieces, columns) => {
      for (const row of markdownLines(pieces.join(''), columns)) {
        expect(widthOf(lineText(row))).toBeLessThanOrEqual(columns);
        expect(lineText(row)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }
    }),
    { numRuns: runs(200) },
  );
});

test('every letter and digit that is written is shown', () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/);
  const block = fc.oneof(
    word.map((each) => `## ${each}`),
    fc.array(word, { minLength: 1 }).map((all) => all.map((each) => `- **${each}**`).join('\n')),
    fc.array(word, { minLength: 1 }).map((all) => `> ${all.join(' ')}`),
    fc.array(word, { minLength: 1 }).map((all) => `\`\`\`\n${all.join('\n')}\n\`\`\``),
    fc.tuple(word, word).map(([one, other]) => `| ${one} | ${other} |\n|---|---|\n| ${other} | ${one} |`),
  );
  fc.assert(
    fc.property(
      fc.array(block, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 60, max: 100 }),
      (blocks, columns) => {
        const text = blocks.join('\n\n');
        const letters = (all: string) => all.replaceAll(/[^a-z]/g, '');
        expect(letters(texts(text, columns).join(''))).toBe(letters(text));
      },
    ),
  );
});
