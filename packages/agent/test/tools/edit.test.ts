import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editTool, multiEditTool } from '../../src/tools/edit.ts';
import { findOccurrences } from '../../src/tools/edits/find-occurrences.ts';
import { previewEdit } from '../../src/tools/edits/preview-edit.ts';
import { readTool } from '../../src/tools/read.ts';
import { writeTool } from '../../src/tools/write.ts';
import { bench } from './helpers/bench.ts';

describe('Edit', () => {
  test.each([
    ['one place', 'a b c', 'b', 'x', {}, 'a x c'],
    ['across lines', 'a\nb\nc\n', 'a\nb', 'x', {}, 'x\nc\n'],
    ['all places', 'a a a', 'a', 'b', { replace_all: true }, 'b b b'],
    ['deleting', 'a b c', ' b', '', {}, 'a c'],
    ['nothing is a pattern', 'a.*b $1', '.*', '$&$1\\', {}, 'a$&$1\\b $1'],
    ['CRLF stays', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny', {}, 'x\r\ny\r\nc\r\n'],
    ['CRLF written with it', 'a\r\nb\r\n', 'a\r\nb', 'x\r\ny', {}, 'x\r\ny\r\n'],
    ['mixed line ends stay as they are', 'a\r\nb\nc\n', 'b\nc', 'x', {}, 'a\r\nx\n'],
    ['LF may get a CRLF', 'a\nb\n', 'a', 'x\r\ny', {}, 'x\r\ny\nb\n'],
    ['byte order mark stays', '\ufeffa b', 'a', 'x', {}, '\ufeffx b'],
    ['no line end at the end', 'a\nb', 'b', 'x', {}, 'a\nx'],
  ])('%s', async (_, content, old_string, new_string, more, after) => {
    const { run, directory } = bench({ files: { f: content } });
    const output = await run(editTool, { path: 'f', old_string, new_string, ...more });
    expect(output.isError).toBe(false);
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe(after);
  });

  test.each([
    ['several places', 'x\na\na\n', { old_string: 'a', new_string: 'b' }, /occurs 2 times \(line 2, 3\)/],
    ['several over lines', 'a\nb\na\nb\n', { old_string: 'a\nb', new_string: 'c' }, /2 times \(line 1, 3\)/],
    [
      'other blanks',
      'if (x) {\n\tfoo( );\n}',
      { old_string: '  foo();', new_string: '' },
      /line 2 has its first line with other blanks: `\tfoo\( \);`/,
    ],
    [
      'what follows differs',
      'a1\nb1\n',
      { old_string: 'a1\nc1', new_string: '' },
      /line 1 has its first line, but what follows differs/,
    ],
    [
      'something like it',
      'const total = 12;\n',
      { old_string: 'const total = 13;', new_string: '' },
      /nearest is line 1: `const total = 12;`/,
    ],
    ['nothing like it', 'abc', { old_string: 'xyz', new_string: '' }, /does not occur in the file$/],
    ['no change', 'a', { old_string: 'a', new_string: 'a' }, /nothing to change/],
    ['no text', Buffer.from([0xff, 0x61]), { old_string: 'a', new_string: 'b' }, /not UTF-8 text/],
    ['binary', Buffer.from([0, 0x61]), { old_string: 'a', new_string: 'b' }, /not UTF-8 text/],
    [
      'more than may be edited',
      'aa',
      { old_string: 'a', new_string: 'ä'.repeat(3_000_000), replace_all: true },
      /the file would be 12000000 bytes long, and 10485760 is the most; use a command$/,
    ],
    [
      'more replacements than are made',
      'a'.repeat(1_000_001),
      { old_string: 'a', new_string: 'b', replace_all: true },
      /more than the 1000000 replacements/,
    ],
    [
      'what a search could lose itself in',
      'a'.repeat(5_000_000),
      { old_string: `${'a'.repeat(2_000)}b${'a'.repeat(20_000)}`, new_string: '' },
      /does not occur/,
    ],
  ])('%s is refused, and says what to do', async (_, content, input, reason) => {
    const { run, directory } = bench({ files: { f: content } });
    const output = await run(editTool, { path: 'f', ...input });
    expect(output.isError).toBe(true);
    expect(output.text).toMatch(reason);
    expect(readFileSync(join(directory, 'f')).equals(Buffer.from(content))).toBe(true);
  });

  test('does not quote a file that must not be read', async () => {
    const { run } = bench({ files: { f: 'password = 12345\n' } });
    const input = { path: 'f', old_string: 'password = 12346', new_string: '' };
    expect((await run(editTool, input, { mayRead: () => false })).text).not.toContain('12345');
  });

  test.each([
    ['a hole', 'f'],
    ...(existsSync('/proc/self/pagemap')
      ? [['a file that says it is empty and does not end', '/proc/self/pagemap']]
      : []),
  ])('%s is too long to be edited', async (_, path) => {
    const { run, directory } = bench({ files: { f: 'x' } });
    truncateSync(join(directory, 'f'), 4 * 1024 ** 4);
    const output = await run(editTool, { path, old_string: 'a', new_string: 'b' });
    expect(output).toEqual({ isError: true, text: expect.stringMatching(/is longer than 10485760 bytes, too long/) });
  });

  test('a missing file is for Write', async () => {
    const output = await bench().run(editTool, { path: 'f', old_string: 'a', new_string: 'b' });
    expect(output).toEqual({ isError: true, text: expect.stringMatching(/does not exist; use Write/) });
  });

  test('shows what changed', async () => {
    const { run } = bench({ files: { f: 'a\nb\nc\n' } });
    const { diff } = await run(editTool, { path: 'f', old_string: 'b', new_string: 'x' });
    expect(diff).toBe('@@ -1,3 +1,3 @@\n a\n-b\n+x\n c');
  });

  test('keeps the mode, leaves no draft, and a link stays a link', async () => {
    const { run, directory } = bench({ files: { 'd/f': 'a' } });
    chmodSync(join(directory, 'd/f'), 0o755);
    symlinkSync('d/f', join(directory, 'link'));
    await run(editTool, { path: 'link', old_string: 'a', new_string: 'b' });
    expect(readFileSync(join(directory, 'd/f'), 'utf8')).toBe('b');
    expect(statSync(join(directory, 'd/f')).mode & 0o777).toBe(0o755);
    expect([readdirSync(join(directory, 'd')), readdirSync(directory)]).toEqual([['f'], ['d', 'link']]);
  });
});

describe('MultiEdit', () => {
  test('makes each on the result of the one before', async () => {
    const { run, directory } = bench({ files: { f: 'a b' } });
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'b', new_string: 'c', replace_all: true },
    ];
    expect(await run(multiEditTool, { path: 'f', edits })).toMatchObject({ isError: false, diff: expect.any(String) });
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('c c');
  });

  test('all or none', async () => {
    const { run, directory } = bench({ files: { f: 'a b' } });
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'z', new_string: 'c' },
    ];
    const output = await run(multiEditTool, { path: 'f', edits });
    expect(output.text).toMatch(/edit 2 of 2: `old_string` does not occur/);
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('a b');
  });

  const there = { old_string: 'b', new_string: 'c' };
  const back = { old_string: 'c', new_string: 'b' };
  test.each([
    [
      'double the text 40 times',
      'a\n',
      Array(40).fill({ old_string: 'a', new_string: 'aa', replace_all: true }),
      /edit 20 of 40: that is more than the 1000000 replacements/,
    ],
    [
      'make a few bytes very many',
      'aaa',
      Array(40).fill({ old_string: 'a', new_string: 'a'.repeat(5000), replace_all: true }),
      /edit 2 of 40: the file would be 75000000 bytes long/,
    ],
    [
      'go through a long text very often',
      `${'a'.repeat(10_000_000)}b`,
      Array(250).fill([there, back]).flat(),
      /edit 3 of 500: these are too many edits of so long a text/,
    ],
  ])('that would %s are refused at once, and not previewed', async (_, content, edits, reason) => {
    const { run, describe: described, directory } = bench({ files: { f: content } });
    const input = { path: 'f', edits };
    expect(await previewEdit(described(multiEditTool, input))).toBe(null);
    expect(await run(multiEditTool, input)).toEqual({ isError: true, text: expect.stringMatching(reason) });
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe(content);
  });
});

describe('Write', () => {
  test('makes the file and its directories', async () => {
    const { run, directory } = bench();
    const output = await run(writeTool, { file_path: 'a/b/c', content: 'ä\n' });
    expect(output).toEqual({
      isError: false,
      text: `${join(directory, 'a/b/c')} was created (3 bytes)`,
      diff: '@@ -0,0 +1 @@\n+ä',
    });
    expect(readFileSync(join(directory, 'a/b/c'), 'utf8')).toBe('ä\n');
    expect(statSync(join(directory, 'a/b/c')).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  test('replaces, byte for byte', async () => {
    const { run, directory } = bench({ files: { f: 'old\r\n' } });
    const output = await run(writeTool, { path: 'f', content: 'new\n' });
    expect(output.diff).toBe('@@ -1 +1 @@\n-old\n+new');
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('new\n');
  });

  test('replaces a file that is not text, without a diff', async () => {
    const { run, directory } = bench({ files: { f: Buffer.from([0, 1]) } });
    expect(await run(writeTool, { path: 'f', content: 'new' })).not.toHaveProperty('diff');
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('new');
  });

  test('an empty file is a file', async () => {
    const { run, directory } = bench();
    expect((await run(writeTool, { path: 'f', content: '' })).isError).toBe(false);
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('');
  });

  test.each([
    ['d', /is a directory/],
    ['/dev/null', /is a device, pipe or socket/],
    ['d/f/x', /a part of the path is not a directory/],
  ])('%s is refused', async (path, reason) => {
    const { run } = bench({ files: { 'd/f': 'x' } });
    const output = await run(writeTool, { path, content: 'y' });
    expect(output.isError).toBe(true);
    expect(output.text).toMatch(reason);
  });

  test.skipIf(process.getuid?.() === 0)('a file without the right to write stays', async () => {
    const { run, directory } = bench({ files: { f: 'x' } });
    chmodSync(join(directory, 'f'), 0o444);
    expect((await run(writeTool, { path: 'f', content: 'y' })).text).toMatch(/permission denied/);
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('x');
  });
});

test('finds what `indexOf` finds', () => {
  const short = fc.stringMatching(/^[ab]{1,6}$/);
  fc.assert(
    fc.property(fc.stringMatching(/^[ab]{0,40}$/), short, (text, sought) => {
      const expected: number[] = [];
      for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) expected.push(at);
      expect(findOccurrences(text, sought, { most: 100 })).toEqual(expected);
      expect(findOccurrences(text, sought, { most: 2 })).toEqual(expected.slice(0, 2));
    }),
    { numRuns: 1000 },
  );
});

describe('a file that changed on disk since it was read', () => {
  test.each([
    ['Edit', editTool, { old_string: 'a', new_string: 'b' }],
    ['MultiEdit', multiEditTool, { edits: [{ old_string: 'a', new_string: 'b' }] }],
    ['Write', writeTool, { content: 'b' }],
  ] as const)('is not changed by %s until it is read again', async (_, tool, input) => {
    const { run, directory } = bench({ files: { f: 'a' } });
    await run(readTool, { path: 'f' });
    writeFileSync(join(directory, 'f'), 'a!');
    utimesSync(join(directory, 'f'), 1, 1);
    const output = await run(tool, { path: 'f', ...input });
    expect(output).toEqual({
      isError: true,
      text: expect.stringMatching(/has changed on disk since it was read; Read it/),
    });
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('a!');
    await run(readTool, { path: 'f' });
    expect((await run(tool, { path: 'f', ...input })).isError).toBe(false);
  });

  test('our own changes are ignored', async () => {
    const { run, directory } = bench({ files: { f: 'a' } });
    await run(readTool, { path: 'f' });
    await run(editTool, { path: 'f', old_string: 'a', new_string: 'b' });
    await run(editTool, { path: 'f', old_string: 'b', new_string: 'c' });
    await run(writeTool, { path: 'f', content: 'd' });
    expect((await run(editTool, { path: 'f', old_string: 'd', new_string: 'e' })).isError).toBe(false);
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('e');
  });
});
