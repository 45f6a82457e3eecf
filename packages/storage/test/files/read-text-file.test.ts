import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTextFile } from '../../src/files/read-text-file.ts';
import { scratch } from '../helpers/scratch.ts';

test.each([
  ['text', Buffer.from('a ü🙂\n'), { ok: true, value: 'a ü🙂\n' }],
  ['nothing', Buffer.from(''), { ok: true, value: '' }],
  ['a byte order mark stays', Buffer.from('\ufeffa'), { ok: true, value: '\ufeffa' }],
  [
    'not UTF-8',
    Buffer.concat([Buffer.from('ok\n# ü '), Buffer.from([0xff, 0xfe]), Buffer.from('\nmore')]),
    { ok: false, error: { line: 2, column: 5, message: 'not valid UTF-8; save the file as UTF-8' } },
  ],
  [
    'half a character at the end',
    Buffer.from([0x61, 0xc3]),
    { ok: false, error: { line: 1, column: 2, message: 'not valid UTF-8; save the file as UTF-8' } },
  ],
  [
    'a NUL byte',
    Buffer.from('a\nb\0'),
    { ok: false, error: { line: 2, column: 2, message: 'a NUL byte is not text; remove it' } },
  ],
])('%s', (_, bytes, result) => {
  const file = join(scratch(), 'f');
  writeFileSync(file, bytes);
  expect(readTextFile(file)).toEqual(result);
});

test('no such file is nothing', () => {
  const directory = scratch({ f: '' });
  expect(readTextFile(join(directory, 'missing'))).toEqual({ ok: true, value: null });
  expect(readTextFile(join(directory, 'f', 'below-a-file'))).toEqual({ ok: true, value: null });
});

test.each(['nowhere', 'f/below-a-file'])('a link to nowhere is not nothing: %s', (target) => {
  const link = join(scratch({ f: '' }), 'link');
  symlinkSync(target, link);
  const message = `is a link to \`${target}\`, and nothing is there; fix the link or remove it`;
  expect(readTextFile(link)).toEqual({ ok: false, error: { message } });
});

test('a directory, a pipe, a device, a loop, a giant', () => {
  const directory = scratch({ giant: '' });
  mkdirSync(join(directory, 'd'));
  execFileSync('mkfifo', [join(directory, 'pipe')]);
  symlinkSync('/dev/zero', join(directory, 'device'));
  symlinkSync('loop', join(directory, 'loop'));
  truncateSync(join(directory, 'giant'), 50 * 1024 * 1024);
  const message = (name: string) => {
    const result = readTextFile(join(directory, name));
    return result.ok ? null : result.error.message;
  };
  expect(message('d')).toBe('is a directory; put a text file in its place');
  expect(message('pipe')).toBe('is not a regular file; put a text file in its place');
  expect(message('device')).toBe('is not a regular file; put a text file in its place');
  expect(message('loop')).toBe('cannot be read: its links lead in a circle');
  expect(message('giant')).toBe('is 50 MB long, more than the 16 MB that are read; split it');
});

test.runIf(existsSync('/proc/self/pagemap'))('a file of the kernel that says it is empty and never ends', () => {
  const file = join(scratch(), 'f');
  symlinkSync('/proc/self/pagemap', file);
  const result = readTextFile(file);
  expect(result.ok ? result.value : result.error.message).toMatch(/^is \d+ MB long|^cannot be read/);
});

test.skipIf(process.getuid?.() === 0)('a file we may not read', () => {
  const file = join(scratch({ f: 'x' }), 'f');
  chmodSync(file, 0);
  expect(readTextFile(file)).toEqual({
    ok: false,
    error: { message: 'cannot be read: permission denied; check who owns it and its mode' },
  });
});
