import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createBashTool } from '../../src/tools/bash.ts';
import { findShell } from '../../src/tools/shell/find-shell.ts';
import { bench } from './helpers/bench.ts';

const bash = createBashTool(findShell());

describe('the output of a command', () => {
  test.each([
    ['echo one', 'one', false],
    ['echo one; echo two >&2; echo three', 'one\ntwo\nthree', false],
    ['true', '[no output]', false],
    ['exit 3', '[exit code 3]', true],
    ['echo before; exit 3', 'before\n[exit code 3]', true],
    ['kill -KILL $$', '[exit code 137: SIGKILL]', true],
    ['cat', '[no output]', false], // nobody types
    ['echo to-stderr > /dev/stderr', 'to-stderr', false],
    ['echo x | tee /dev/stderr', 'x\nx', false],
    ['printf "\\377\\376ok"', '\ufffd\ufffdok', false],
    ['printf "no newline"', 'no newline', false],
    ['printf %s "$0"', findShell().file, false],
    ['echo "$#"', '0', false],
    ["cat <<'E'\n$x `y`\nE", '$x `y`', false],
    ['set -x; true', '+ true', false], // our own step is not shown
    ['trap "echo mine" EXIT; exit 4', 'mine\n[exit code 4]', true],
    ['set -e; false; echo never', '[exit code 1]', true],
    ['exec true', '[no output]', false],
    ['kill 0; sleep 60', '[the command was killed]', true],
  ])('`%s`', async (command, text, isError) => {
    expect(await bench().run(bash, { command })).toEqual({ text, isError });
  });

  test('a syntax error is the shell’s own', async () => {
    const output = await bench().run(bash, { command: 'if then' });
    expect(output.isError).toBe(true);
    expect(output.text).toMatch(/syntax error[\s\S]*\[exit code 2\]$/);
  });

  test('is reported while it runs', async () => {
    const { run, said } = bench();
    await run(bash, { command: 'echo a; echo b' });
    expect(said.join('')).toBe('a\nb\n');
  });

  test('a command too long for the system is an error, not a crash', async () => {
    const output = await bench().run(bash, { command: `echo ${'x'.repeat(300_000)}` });
    expect(output.isError).toBe(true);
  });
});

describe('the environment', () => {
  test.each([
    ['BASH_ENV', '/dev/stdin'],
    ['ENV', 'evil'],
    ['BASH_FUNC_ls%%', '() { echo evil; }'],
    ['CDPATH', '/'],
    ['SHELLOPTS', 'xtrace'],
    ['BASHOPTS', 'extglob'],
    ['PS4', '$(echo evil)'],
    ['PROMPT_COMMAND', 'echo evil'],
    ['POSIXLY_CORRECT', '1'],
  ])('%s does not reach the shell', async (name, value) => {
    const { run } = bench({ env: { PATH: process.env.PATH, [name]: value, KEPT: 'yes' } });
    const { text } = await run(bash, { command: 'env; shopt -q extglob && echo extglob; ls /dev/null' });
    expect(text).toContain('KEPT=yes');
    expect(text).not.toContain(`${name}=`);
    expect(text).not.toMatch(/evil|^\+|extglob/m);
  });

  test('is the session’s, not the program’s', async () => {
    const { run } = bench({ env: { PATH: process.env.PATH, ONLY: 'this' } });
    expect((await run(bash, { command: 'echo "$ONLY-$HOME-$USER"' })).text).toBe('this--');
  });
});

describe('the working directory', () => {
  test('is kept from call to call, by its real path', async () => {
    const { run, directory, session } = bench({ files: { 'a/b/f': '' } });
    symlinkSync('a/b', join(directory, 'link'));
    await run(bash, { command: 'cd link' });
    expect(session.cwd).toBe(join(directory, 'a/b'));
    expect((await run(bash, { command: 'ls; false' })).text).toBe('f\n[exit code 1]');
  });

  test.each([
    ['a subshell', '(cd /)'],
    ['exec', 'cd /; exec true'],
    ['a trap of its own', 'trap true EXIT; cd /'],
    ['a syntax error', 'if then'],
    [
      'a pipe where we look for it',
      `exec mkfifo "$(tr '\\0' '\\n' </proc/$$/cmdline | grep -o "/[^']*/cwd-[0-9a-f]*" | head -1)"`,
    ],
  ])('%s leaves it', async (_, command) => {
    const { run, session, directory } = bench();
    await run(bash, { command });
    expect(session.cwd).toBe(directory);
  });

  test.each([["it's here"], ['new\nline'], ['$(touch evil)']])('may be called %j', async (name) => {
    const { run, session, directory } = bench();
    mkdirSync(join(directory, name));
    session.cwd = session.workspace;
    await run(bash, { command: `cd ${name.includes('it') ? '"it\'s here"' : '*'}` });
    expect(session.cwd).toBe(join(directory, name));
    expect(existsSync(join(directory, name, 'evil'))).toBe(false);
  });

  test('that is gone falls back to the workspace, and says so', async () => {
    const { run, session, directory } = bench();
    const { text } = await run(bash, { command: 'mkdir x; cd x; rm -r ../x' });
    expect(text + session.cwd).toContain(directory);
    expect(session.cwd).toBe(directory);
  });

  test('that went away between calls runs nothing', async () => {
    const { run, session, directory } = bench({ files: { 'x/f': '' } });
    await run(bash, { command: 'cd x' });
    execFileSync('rm', ['-r', join(directory, 'x')]);
    const output = await run(bash, { command: 'touch made' });
    expect(output).toEqual({ isError: true, text: expect.stringContaining('is gone, so nothing was run') });
    expect([session.cwd, existsSync(join(directory, 'made'))]).toEqual([directory, false]);
  });
});

describe('much output', () => {
  test('10 MB are cut in the middle', async () => {
    const { run, said } = bench({ maxOutputChars: 1000 });
    const { text } = await run(bash, {
      command: 'echo start; head -c 10000000 /dev/zero | tr "\\0" x; echo; echo end',
    });
    expect(text).toMatch(/^start\nx+\n\n\[… \d+ characters cut here …\]\n\nx+\nend$/);
    expect(text.length).toBeLessThan(1100);
    expect(said.join('').length).toBeLessThan(200_000);
  });

  test('endless output ends with the time limit', async () => {
    const before = process.memoryUsage().rss;
    const output = await bench({ maxOutputChars: 1000 }).run(bash, { command: 'yes', timeout: 500 });
    expect(output.isError).toBe(true);
    expect(output.text).toContain('[the command was ended after 500 ms');
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });
});

/** Processes whose command line holds the mark. */
function alive(mark: string): string {
  return execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(mark) && !/^\s*\d+ Z/.test(line))
    .join('\n');
}

let marks = 4000;
const mark = () => `sleep ${++marks}.${process.pid}`;

describe('nothing is left', () => {
  test.each([
    ['a plain command', (sleep: string) => sleep],
    ['one that ignores SIGTERM', (sleep: string) => `trap '' TERM; ${sleep}`],
    ['grandchildren that ignore it', (sleep: string) => `(trap '' TERM; (${sleep}; echo) & wait) & wait`],
    ['one in a group of its own', (sleep: string) => `timeout 5000 ${sleep}`],
    ['job control', (sleep: string) => `set -m; ${sleep} & wait`],
  ])('of %s when it is aborted', async (_, make) => {
    const sleep = mark();
    const { run } = bench();
    const stop = new AbortController();
    const ended = run(bash, { command: `echo up; ${make(sleep)}` }, { signal: stop.signal });
    await vi.waitFor(() => expect(alive(sleep)).not.toBe(''), { timeout: 10_000 });
    stop.abort(new Error('stopped'));
    await expect(ended).rejects.toThrow('stopped');
    expect(alive(sleep)).toBe('');
  });

  test('when the time is over, and what was said so far is kept', async () => {
    const sleep = mark();
    const output = await bench().run(bash, { command: `echo soon; ${sleep}`, timeout: 300 });
    expect(output.text).toMatch(/^soon\n\[the command was ended after 300 ms/);
    expect(alive(sleep)).toBe('');
  });

  test('a call that is aborted before it starts runs nothing', async () => {
    const { run, directory } = bench();
    await expect(run(bash, { command: 'touch made' }, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow(
      'no',
    );
    expect(existsSync(join(directory, 'made'))).toBe(false);
  });
});

describe('background processes of a command', () => {
  test.each([
    ['holding the output', (sleep: string) => `${sleep} &`],
    ['writing on and on', () => 'while :; do echo x; sleep 0.01; done &'],
    ['with its output elsewhere', (sleep: string) => `${sleep} >/dev/null 2>&1 &`],
  ])('%s does not keep the call waiting, and ends with the session', async (_, make) => {
    const sleep = mark();
    const { run, session } = bench();
    const output = await run(bash, { command: `${make(sleep)} echo done` });
    expect(output.isError).toBe(false);
    expect(output.text).toMatch(/done[\s\S]*\[processes it started are still running; to end them: kill -- -\d+\]$/);
    await session.processes.endAll();
    expect(alive(sleep)).toBe('');
  });
});

describe('run_in_background', () => {
  test('says where the output grows, and how it ended', async () => {
    const { run } = bench();
    const { text } = await run(bash, { command: 'echo hello; exit 7', run_in_background: true });
    const file = /output: (\S+);/.exec(text)?.[1] as string;
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('hello\n\n[the command ended with exit code 7]\n'));
  });

  test('the suggested command ends it', async () => {
    const sleep = mark();
    const { run } = bench();
    const { text } = await run(bash, { command: sleep, run_in_background: true });
    await vi.waitFor(() => expect(alive(sleep)).not.toBe(''));
    await run(bash, { command: /kill -- -\d+/.exec(text)?.[0] });
    await vi.waitFor(() => expect(alive(sleep)).toBe(''));
  });

  test('ends with the session', async () => {
    const sleep = mark();
    const { run, session } = bench();
    await run(bash, { command: `trap '' TERM; ${sleep}`, run_in_background: true });
    await vi.waitFor(() => expect(alive(sleep)).not.toBe(''));
    await session.processes.endAll();
    expect(alive(sleep)).toBe('');
  });
});

describe('without bash', () => {
  const sh = createBashTool({ file: '/bin/sh', dialect: 'sh' });

  test.each([
    ['echo one; echo two >&2', 'one\ntwo', false],
    ['echo x > /dev/stderr; exit 3', 'x\n[exit code 3]', true],
    ['set -C; cd /; false', '[exit code 1]', true],
  ])('`%s`', async (command, text, isError) => {
    expect(await bench().run(sh, { command })).toEqual({ text, isError });
  });

  test('the working directory is kept', async () => {
    const { run, session } = bench();
    await run(sh, { command: 'set -C; cd /usr' });
    expect(session.cwd).toBe('/usr');
  });
});
