import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTool } from '../../src/tools/read.ts';
import { bench } from './helpers/bench.ts';

describe('a text file', () => {
  test.each([
    ['lines with their numbers', 'a\nb\n', {}, '     1\ta\n     2\tb'],
    ['no line end at the end', 'a\nb', {}, '     1\ta\n     2\tb'],
    ['empty lines', '\n\nx', {}, '     1\t\n     2\t\n     3\tx'],
    ['carriage returns not shown', 'a\r\nb\r\n', {}, '     1\ta\n     2\tb'],
    ['empty', '', {}, '[the file is empty]'],
    ['from an offset', 'a\nb\nc\n', { offset: 2 }, '     2\tb\n     3\tc'],
    ['an offset of 0 is the start', 'a\nb\n', { offset: 0 }, '     1\ta\n     2\tb'],
    ['a limit', 'a\nb\nc\n', { limit: 2 }, '     1\ta\n     2\tb\n[more lines follow; continue with offset 3]'],
    ['a limit that takes all', 'a\nb\n', { limit: 2 }, '     1\ta\n     2\tb'],
    ['past the end', 'a\nb\n', { offset: 9 }, '[the file has only 2 lines; nothing is at line 9]'],
    ['past the only line', 'a\n', { offset: 9 }, '[the file has only 1 line; nothing is at line 9]'],
    ['umlauts and emoji', 'ä😀\n', {}, '     1\tä😀'],
  ])('%s', async (_, content, input, text) => {
    const { run } = bench({ files: { f: content } });
    expect(await run(readTool, { path: 'f', ...input })).toEqual({ text, isError: false });
  });

  test('bytes that are not UTF-8 are shown as such', async () => {
    const { run } = bench({ files: { f: Buffer.from([0x61, 0xff, 0x62]) } });
    expect((await run(readTool, { path: 'f' })).text).toBe('     1\ta\ufffdb');
  });

  test('a line of 10 MB is cut, the next one is not lost', async () => {
    const { run } = bench({ files: { f: `${'ä'.repeat(5_000_000)}\nnext\n` } });
    const { text } = await run(readTool, { path: 'f' });
    expect(text).toMatch(/^ {5}1\tä{2000} \[… the line is 10000000 bytes long …\]\n {5}2\tnext$/);
  });

  test('a file of 100 MB: only what is asked for is kept', async () => {
    const { run, directory } = bench();
    execFileSync('truncate', ['-s', '100M', join(directory, 'f')]);
    execFileSync('sh', ['-c', `tr '\\0' '\\n' < "${directory}/f" > "${directory}/g"`]);
    appendFileSync(join(directory, 'g'), 'last');
    const before = process.memoryUsage().rss;
    const { text } = await run(readTool, { path: 'g', offset: 100 * 1024 * 1024 + 1 });
    expect(text).toBe('104857601\tlast');
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  test('more than fits ends at a whole line', async () => {
    const { run } = bench({ files: { f: 'x'.repeat(90).concat('\n').repeat(100) }, maxOutputChars: 1000 });
    const { text } = await run(readTool, { path: 'f' });
    expect(text).toMatch(/\n {4}10\tx{90}\n\[more lines follow; continue with offset 11\]$/);
  });

  test.each([['path'], ['file_path']])('is named by %s', async (field) => {
    const { run } = bench({ files: { f: 'x' } });
    expect((await run(readTool, { [field]: 'f' })).text).toBe('     1\tx');
  });

  test('is remembered as seen', async () => {
    const { run, session, directory } = bench({ files: { f: 'x' } });
    await run(readTool, { path: 'f' });
    expect([...session.seenFiles.keys()]).toEqual([join(directory, 'f')]);
  });
});

describe('a text file with a hole', () => {
  const TOO_LONG = '[line 701 is longer than 67108864 bytes; the rest of the file was not read, use a command]';

  test.each([
    [
      'in what is asked for',
      { offset: 700 },
      ['   700\tx', expect.stringMatching(/^ {3}701\ty{2000} \[… the line is at least /), TOO_LONG],
    ],
    ['above it', { offset: 900 }, [TOO_LONG]],
    [
      'below it',
      { offset: 699, limit: 2 },
      ['   699\tx', '   700\tx', '[more lines follow; continue with offset 701]'],
    ],
  ])('of 4 TB %s', async (_, range, lines) => {
    const { run, directory } = bench({ files: { f: 'x\n'.repeat(700).padEnd(8192, 'y') } });
    truncateSync(join(directory, 'f'), 4 * 1024 ** 4);
    const { text } = await run(readTool, { path: 'f', ...range });
    expect(text.split('\n')).toEqual(lines);
  });
});

describe('files that are not text', () => {
  test.each([
    ['/dev/zero', /is a device, pipe or socket/],
    ['/dev/null', /is a device, pipe or socket/],
    ['fifo', /is a device, pipe or socket/],
    ['link-to-fifo', /is a device, pipe or socket/],
    ['directory', /is a directory; use Glob/],
    ['missing', /missing: no such file or directory/],
    ['binary', /is a binary file \(3 bytes\)/],
    ['f/below', /a part of the path is not a directory/],
    ['circle', /link/],
    ['/proc/self/mem', /./],
    ['x'.repeat(5000), /the path is too long/],
  ])('%.20s is refused with its reason, and at once', async (path, reason) => {
    const { run, directory } = bench({ files: { f: '', binary: Buffer.from([65, 0, 66]) } });
    mkdirSync(join(directory, 'directory'));
    execFileSync('mkfifo', [join(directory, 'fifo')]);
    symlinkSync('fifo', join(directory, 'link-to-fifo'));
    symlinkSync('circle', join(directory, 'circle'));
    const output = await run(readTool, { path });
    expect(output.isError).toBe(true);
    expect(output.text).toMatch(reason);
  });
});

describe('a notebook', () => {
  const notebook = JSON.stringify({
    cells: [
      { id: 'first', cell_type: 'markdown', source: ['# Title\n', 'text'] },
      { cell_type: 'code', source: 'print(1)', outputs: [{ text: ['1\n'] }, { data: { 'text/plain': '2' } }, 7] },
    ],
  });

  test('is shown as cells', async () => {
    const { run } = bench({ files: { 'n.ipynb': notebook } });
    expect((await run(readTool, { path: 'n.ipynb' })).text).toBe(
      '[first, markdown]\n# Title\ntext\n\n[cell-1, code]\nprint(1)\n[output]\n1\n\n2',
    );
  });

  test.each([['not json'], ['{}'], ['{"cells":[1]}']])(
    'that is not a notebook (%s) is shown as text',
    async (content) => {
      const { run } = bench({ files: { 'n.ipynb': content } });
      expect((await run(readTool, { path: 'n.ipynb' })).text).toBe(`     1\t${content}`);
    },
  );
});

test('an abort takes effect', async () => {
  const { run } = bench({ files: { f: 'x' } });
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(run(readTool, { path: 'f' }, { signal })).rejects.toThrow('stopped');
});
