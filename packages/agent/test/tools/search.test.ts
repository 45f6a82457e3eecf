import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { globTool } from '../../src/tools/glob.ts';
import { grepTool } from '../../src/tools/grep.ts';
import type { ToolContext } from '../../src/tools/tool.ts';
import { type Bench, bench } from './helpers/bench.ts';
import { scratch } from './helpers/scratch.ts';

const FILES = {
  'a.ts': 'alpha\nbeta\ngamma\nBETA\n',
  'b.js': 'beta\n',
  'src/c.ts': 'one\nbeta beta\nthree\nfour\nfive\nbeta\n',
  'src/.hidden': 'beta\n',
  'src/binary': Buffer.from('beta\0beta\n'),
  'out/d.ts': 'beta\n',
  'src/gen/e.ts': 'beta\n',
  '.git/config': 'beta\n',
  '.gitignore': '/out\ngen/\n*.log\n!keep.log\n',
  'x.log': 'beta\n',
  'keep.log': 'beta\n',
};

const engines = spawnSync('rg', ['--version']).status === 0 ? ['ripgrep', 'own'] : ['own'];

/** Without a PATH there is no ripgrep. */
function searchBench(
  engine: string,
  files: Parameters<typeof bench>[0] extends infer O ? NonNullable<O>['files' & keyof NonNullable<O>] : never = FILES,
): Bench {
  return bench({ files, env: engine === 'own' ? {} : process.env });
}

describe.each(engines)('Grep with %s', (engine) => {
  const grep = async (input: Record<string, unknown>, changes?: Partial<ToolContext>) =>
    (await searchBench(engine).run(grepTool, input, changes)).text;

  test.each([
    ['files', { pattern: 'beta' }, 'a.ts\nb.js\nkeep.log\nsrc/.hidden\nsrc/c.ts'],
    ['count', { pattern: 'beta', output_mode: 'count', glob: '*.ts' }, 'a.ts:1\nsrc/c.ts:2'],
    [
      'content',
      { pattern: 'beta', output_mode: 'content', path: 'src' },
      'src/.hidden:1:beta\nsrc/c.ts:2:beta beta\nsrc/c.ts:6:beta',
    ],
    ['without numbers', { pattern: 'beta', output_mode: 'content', path: 'b.js', '-n': false }, 'b.js:beta'],
    ['a single file', { pattern: 'beta', path: 'src/c.ts' }, 'src/c.ts'],
    ['a single file that is ignored', { pattern: 'beta', path: 'out/d.ts' }, 'out/d.ts'],
    ['any case', { pattern: 'beta', '-i': true, output_mode: 'count', path: 'a.ts' }, 'a.ts:2'],
    ['any case of a directory', { pattern: 'BETA', '-i': true, output_mode: 'count', glob: 'a.*' }, 'a.ts:2'],
    ['its own case', { pattern: 'BETA' }, 'a.ts'],
    ['around', { pattern: 'gamma', output_mode: 'content', '-C': 1 }, 'a.ts-2-beta\na.ts:3:gamma\na.ts-4-BETA'],
    [
      'after and before',
      { pattern: 'three', output_mode: 'content', '-A': 2, '-B': 1 },
      'src/c.ts-2-beta beta\nsrc/c.ts:3:three\nsrc/c.ts-4-four\nsrc/c.ts-5-five',
    ],
    [
      'gaps',
      { pattern: 'beta', output_mode: 'content', path: 'src', glob: '*.ts', '-A': 1 },
      'src/c.ts:2:beta beta\nsrc/c.ts-3-three\n--\nsrc/c.ts:6:beta',
    ],
    [
      'across lines',
      { pattern: 'alpha.*gamma', multiline: true, output_mode: 'content' },
      'a.ts:1:alpha\na.ts:2:beta\na.ts:3:gamma',
    ],
    ['not across lines', { pattern: 'alpha.*gamma' }, '[no matches]'],
    ['not across lines by class', { pattern: 'alpha[\\s\\S]gamma' }, '[no matches]'],
    ['ends of lines', { pattern: '^beta$', output_mode: 'count', glob: '*.{ts,js}' }, 'a.ts:1\nb.js:1\nsrc/c.ts:1'],
    ['a type', { pattern: 'beta', type: 'js' }, 'b.js'],
    ['not a glob', { pattern: 'beta', glob: '!*.{ts,log}' }, 'b.js\nsrc/.hidden'],
    [
      'a limit',
      { pattern: 'beta', head_limit: 2 },
      'a.ts\nb.js\n[there is more; narrow the search or raise `head_limit`]',
    ],
    ['a pattern like an option', { pattern: '--files' }, '[no matches]'],
    ['a glob like an option', { pattern: 'beta', glob: '--pre=sh' }, '[no matches]'],
  ])('%s', async (_, input, text) => {
    expect(await grep(input)).toBe(text);
  });

  test.each([
    ['a pattern that is none', { pattern: '(' }, /./],
    ['a type that is none', { pattern: 'x', type: 'nosuch' }, /nosuch/],
    ['a path that is none', { pattern: 'x', path: 'nosuch' }, /no such file or directory/],
    ['a device', { pattern: 'x', path: '/dev/zero' }, /not a directory/],
  ])('%s is an error', async (_, input, reason) => {
    const output = await searchBench(engine).run(grepTool, input);
    expect(output.isError).toBe(true);
    expect(output.text).toMatch(reason);
  });

  test.each(['content', 'files_with_matches', 'count'])('unreadable files are not shown as %s', async (output_mode) => {
    const seen: string[] = [];
    const mayRead = (path: string) => {
      seen.push(path);
      return !path.endsWith('/c.ts');
    };
    const text = await grep({ pattern: 'beta', output_mode, '-C': 1 }, { mayRead });
    expect(text).not.toMatch(/c\.ts|three/);
    expect(text).toContain('b.js');
    expect(seen.every((path) => path.startsWith('/'))).toBe(true);
  });

  test('nor through a link, by either name', async () => {
    const { run, directory } = searchBench(engine);
    symlinkSync('src', join(directory, 'link'));
    const without = (name: string) => ({ mayRead: (path: string) => !path.startsWith(join(directory, name)) });
    const input = { pattern: 'beta', path: 'link' };
    expect((await run(grepTool, input)).text).toContain('src/c.ts');
    expect((await run(grepTool, input, without('link'))).text).toBe('[no matches]');
    expect((await run(grepTool, input, without('src'))).text).toBe('[no matches]');
  });

  test('links inside are not followed', async () => {
    const { run, directory } = searchBench(engine, { f: 'x' });
    const outside = scratch({ secret: 'beta' });
    symlinkSync(outside, join(directory, 'dir'));
    symlinkSync(join(outside, 'secret'), join(directory, 'file'));
    expect((await run(grepTool, { pattern: 'beta' })).text).toBe('[no matches]');
  });

  test.each(['.', 'hole', '/proc/self/pagemap'].filter((path) => !path.startsWith('/') || existsSync(path)))(
    'endless files are not searched: %s',
    async (path) => {
      const { run, directory } = searchBench(engine, { hole: 'x\n', '.gitignore': '' });
      for (const name of engine === 'own' ? ['hole', '.gitignore'] : ['hole'])
        truncateSync(join(directory, name), 4 * 1024 ** 4);
      expect((await run(grepTool, { pattern: 'x', path })).text).toBe('[no matches]');
    },
  );

  test('odd names do no harm', async () => {
    const { run } = searchBench(engine, { 'new\nline:1:x': 'beta\n', '-v': 'beta\n', 'a b"c': 'beta\n' });
    expect((await run(grepTool, { pattern: 'beta', output_mode: 'count' })).text.split(/:1$/m)).toHaveLength(4);
  });

  test('bytes that are not UTF-8 and huge lines do no harm', async () => {
    const { run } = searchBench(engine, { f: Buffer.from('x\xffbeta\n', 'latin1'), g: `beta${'x'.repeat(3_000_000)}` });
    const { text } = await run(grepTool, { pattern: 'beta', output_mode: 'content' });
    expect(text).toMatch(/^f:1:x\ufffdbeta\ng:1:betax{496} \[…\]$/);
  });

  test('more than fits is left out', async () => {
    const { run } = bench({
      files: { f: 'beta beta beta\n'.repeat(5000) },
      maxOutputChars: 1000,
      env: engine === 'own' ? {} : process.env,
    });
    const { text } = await run(grepTool, { pattern: 'beta', output_mode: 'content' });
    expect(text.length).toBeLessThan(1100);
    expect(text).toMatch(/\[there is more; [^\n]+\]$/);
  });

  test('a FIFO in the way is passed by', async () => {
    const { run, directory } = searchBench(engine, { f: 'beta' });
    execFileSync('mkfifo', [join(directory, 'a-fifo'), join(directory, '.ignore-me')]);
    expect((await run(grepTool, { pattern: 'beta' })).text).toBe('f');
  });

  test('an abort ends it', async () => {
    const stop = new AbortController();
    const ended = searchBench(engine).run(
      grepTool,
      { pattern: 'beta' },
      {
        signal: stop.signal,
        mayRead: () => {
          stop.abort(new Error('stopped'));
          return true;
        },
      },
    );
    // Whatever it had already found may still come; it never hangs.
    await ended.catch((error: Error) => expect(error.message).toBe('stopped'));
  });
});

test('a pattern that would take forever is ended', async () => {
  const { run } = searchBench('own', { f: `${'a'.repeat(40)}!\n` });
  const output = await run(grepTool, { pattern: '^(a+)+$' });
  expect(output).toEqual({ isError: true, text: expect.stringContaining('the pattern takes too long') });
});

test('a pattern that would take forever can be aborted', async () => {
  const { run } = searchBench('own', { f: `${'a'.repeat(40)}!\n` });
  const stop = new AbortController();
  const ended = run(grepTool, { pattern: '^(a+)+$' }, { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('stopped')), 50);
  await expect(ended).rejects.toThrow('stopped');
});

describe.runIf(engines.includes('ripgrep'))("ripgrep's reported matches", () => {
  const real = () => execFileSync('sh', ['-c', 'command -v rg'], { encoding: 'utf8' }).trim();

  /** A ripgrep that searches while the names `a` and `b` are swapped, and tells of it when they no longer are. */
  function swappingBench(files: Readonly<Record<string, string>>) {
    const made = bench({ files });
    const swap = 'mv a c && mv b a && mv c b';
    const program = `#!/bin/sh\nPATH=/usr/bin:/bin\n${swap}\nfound=$(${real()} "$@")\n${swap}\nprintf '%s\\n' "$found"\n`;
    const bin = scratch({ rg: program });
    chmodSync(join(bin, 'rg'), 0o755);
    const session = { ...made.session, env: { PATH: bin } };
    return (input: Record<string, unknown>) =>
      made.run(grepTool, { pattern: 'beta', ...input }, { session, mayRead: (path) => !path.includes('/b/') });
  }

  test.each([
    ['content', '[no matches]'],
    ['files_with_matches', '[no matches]'],
    ['count', '[no matches]'],
  ])('in another file under the same path is not shown as %s', async (output_mode, text) => {
    const run = swappingBench({ 'a/f': 'harmless\n', 'a/g': 'beta\n', 'b/f': 'beta=1\n', 'b/g': 'x\nbeta\n' });
    expect((await run({ output_mode })).text).toBe(text);
  });

  test.each([
    ['another line around it', 'one\nbeta\ntwo\n', 'one\nbeta\nsecret\n', { '-C': 1 }],
    ['a longer line', 'beta\n', 'beta secret\n', {}],
    ['a shorter line', 'beta secret\n', 'beta\n', {}],
    ['one match more', 'beta\nx\n', 'beta\nbeta\n', {}],
    ['a line further on', 'beta\n', 'x\ny\nbeta\n', {}],
  ])('%s makes it another file', async (_, judged, searched, more) => {
    const run = swappingBench({ 'a/f': judged, 'b/f': searched });
    expect((await run({ output_mode: 'content', ...more })).text).toBe('[no matches]');
  });

  test('matches that are in the file are shown', async () => {
    const run = swappingBench({ 'a/f': 'beta\nx\n', 'b/f': 'beta\ny\n' });
    expect((await run({ output_mode: 'content' })).text).toBe('a/f:1:beta');
  });

  test.each([
    ['a byte order mark', Buffer.from('\ufeffbeta\nx\n')],
    ['UTF-16', Buffer.from('\ufeffbeta\n', 'utf16le')],
    ['UTF-16, the other way round', Buffer.from('\ufeffbeta\n', 'utf16le').swap16()],
    ['line ends of Windows', 'beta\r\nx\r\n'],
    ['no line end', 'beta'],
  ])('is shown in a file with %s', async (_, content) => {
    const { run } = searchBench('ripgrep', { f: content });
    expect((await run(grepTool, { pattern: 'beta', output_mode: 'content' })).text).toBe('f:1:beta');
  });

  test('is shown to the last line, also where most of them are', async () => {
    const { run } = searchBench('ripgrep', { f: '\n'.repeat(20_000) });
    expect((await run(grepTool, { pattern: '^', output_mode: 'count' })).text).toBe('f:20000');
  });
});

test('a project cannot bring its own ripgrep', async () => {
  const { run, directory, session } = bench({ files: { f: 'beta', 'bin/rg': '#!/bin/sh\ntouch pwned\n' } });
  chmodSync(join(directory, 'bin/rg'), 0o755);
  const env = { PATH: `${join(directory, 'bin')}:bin:.:` };
  const output = await run(grepTool, { pattern: 'beta' }, { session: { ...session, env } });
  expect(output.text).toBe('f');
  expect((await run(globTool, { pattern: 'pwned' })).text).toMatch(/no file/);
});

describe('Glob', () => {
  const glob = async (input: Record<string, unknown>, changes?: Partial<ToolContext>) =>
    (await bench({ files: FILES }).run(globTool, input, changes)).text.split('\n').sort();

  test.each([
    ['**/*.ts', ['a.ts', 'src/c.ts']],
    ['*.ts', ['a.ts', 'src/c.ts']],
    ['./*.ts', ['a.ts']],
    ['src/*', ['src/.hidden', 'src/binary', 'src/c.ts']],
    ['src/', ['src/.hidden', 'src/binary', 'src/c.ts']],
    ['{a,b}.*', ['a.ts', 'b.js']],
    ['[ab].?s', ['a.ts', 'b.js']],
    ['*.log', ['keep.log']],
  ])('%s', async (pattern, files) => {
    expect(await glob({ pattern })).toEqual(files);
  });

  test('below a path, also one that is ignored from above', async () => {
    expect(await glob({ pattern: '*.ts', path: 'out' })).toEqual(['out/d.ts']);
  });

  test('the newest first', async () => {
    const { run, directory } = bench({ files: { a: '', b: '', c: '' } });
    for (const [at, name] of ['b', 'c', 'a'].entries()) utimesSync(join(directory, name), 100 - at, 100 - at);
    expect((await run(globTool, { pattern: '*' })).text).toBe('b\nc\na');
  });

  test('no more than 200', async () => {
    const files = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`f${at}`, '']));
    const lines = (await bench({ files }).run(globTool, { pattern: '*' })).text.split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([201, '[250 files match; the newest 200 are shown]']);
  });

  test('unreadable files are not shown', async () => {
    expect(await glob({ pattern: '*.ts' }, { mayRead: (path) => !path.includes('/src/') })).toEqual(['a.ts']);
  });

  test('links are not followed', async () => {
    const { run, directory } = bench();
    symlinkSync(scratch({ secret: '' }), join(directory, 'dir'));
    symlinkSync(scratch({ secret: '' }), join(directory, 'secret'));
    expect((await run(globTool, { pattern: '**' })).text).toMatch(/no file/);
  });

  test.each([
    ['/etc/*', /lies outside/],
    ['~/x', /lies outside/],
    ['../*', /a pattern cannot contain/],
    ['a/../../*', /a pattern cannot contain/],
    ['[', /cannot be read/],
    ['{', /cannot be read/],
    [
      `${'{a,'.repeat(20_000)}b${'}'.repeat(20_000)}`,
      /^.{0,500} cannot be read: a path pattern has at most 8192 characters/,
    ],
    [`${'{a,'.repeat(33)}b${'}'.repeat(33)}`, /cannot be read: braces stand more than 32 deep/],
    ['{a,b}'.repeat(1500), /^.{0,500} cannot be read: the braces stand for more than 1024 paths; split it/],
  ])('%s is refused', async (pattern, reason) => {
    const output = await bench().run(globTool, { pattern });
    expect(output.isError).toBe(true);
    expect(output.text).toMatch(reason);
  });

  test('an absolute pattern inside works', async () => {
    const { run, directory } = bench({ files: FILES });
    expect((await run(globTool, { pattern: `${directory}/src/*.ts` })).text).toBe('src/c.ts');
  });

  test.each([
    ['f', /no directory|not a directory/],
    ['nosuch', /no such file/],
  ])('in %s is an error', async (path, reason) => {
    const output = await bench({ files: { f: '' } }).run(globTool, { pattern: '*', path });
    expect(output.isError).toBe(true);
    expect(output.text).toMatch(reason);
  });

  test('from a directory Bash went to', async () => {
    const { run, session, directory } = bench({ files: FILES });
    mkdirSync(join(directory, 'deep'));
    writeFileSync(join(directory, 'deep/x'), '');
    session.cwd = `${directory}/deep` as typeof session.cwd;
    expect((await run(globTool, { pattern: '*' })).text).toBe('x');
  });
});
