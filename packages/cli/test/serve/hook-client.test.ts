import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { hookCommand } from '@caliban/adapters/hosts';
import { HOOK_CLIENT } from '@caliban/inbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BUNDLE, type Ran, ServeScratch } from './server-process.ts';

const CALL = JSON.stringify({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'git status' },
});

type Start = {
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: string;
};

/** The line that `install --warm` writes, before a program that says what it was given. */
class WarmLine extends ServeScratch {
  readonly clientFile: string = join(this.root, 'home/.local/state/caliban/hook.bash');
  readonly program: string = join(this.root, 'program');

  constructor() {
    super();
    mkdirSync(this.files.directory, { recursive: true, mode: 0o700 });
    this.write('home/.local/state/caliban/hook.bash', HOOK_CLIENT);
    writeFileSync(this.program, `#!/bin/sh\ncat > ${this.root}/seen\necho "$*" > ${this.root}/words\nprintf program\n`);
    chmodSync(this.program, 0o755);
  }

  line(more: { readonly waitSeconds?: number; readonly words?: readonly string[] } = {}): string {
    return hookCommand({ words: [this.program], isWindows: false, client: this.clientFile, ...more }, 'claude-code');
  }

  run(line: string, { input = CALL, env = {}, shell = line }: Start = {}): Promise<Ran> {
    return this.start('/bin/sh', ['-c', shell], { input, env }).ended;
  }

  get seen(): Buffer {
    return readFileSync(join(this.root, 'seen'));
  }

  get words(): string {
    return readFileSync(join(this.root, 'words'), 'utf8').trim();
  }

  get wasStarted(): boolean {
    return existsSync(join(this.root, 'seen'));
  }

  /** What the client reads: pid, port, token, reply token. */
  describe(text: string): void {
    writeFileSync(this.files.hook, text, { mode: 0o600 });
  }

  /** Someone on a port, who answers every request with this and hangs up, or says nothing. */
  async listener(answer: string | Buffer | null): Promise<{ readonly port: number; readonly heard: () => Buffer }> {
    const chunks: Buffer[] = [];
    const server: Server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        chunks.push(chunk);
        if (answer !== null && Buffer.concat(chunks).at(-1) === 0) setTimeout(() => socket.end(answer), 30);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return { port: (server.address() as { port: number }).port, heard: () => Buffer.concat(chunks) };
  }

  async answers(answer: string | Buffer | null): Promise<() => Buffer> {
    const { port, heard } = await this.listener(answer);
    this.describe(`${process.pid} ${port} token reply\n`);
    return heard;
  }
}

const FROM_PROGRAM = { stdout: 'program', stderr: '', exit: 0 };

describe('the bash client passes on what the server says', () => {
  test.each([
    ['nothing', 'reply 0\n\0\0', { stdout: '', stderr: '', exit: 0 }],
    ['a decision', 'reply 0\n{"a":"ä\\n\\u0000"}\n\0\0', { stdout: '{"a":"ä\\n\\u0000"}\n', stderr: '', exit: 0 }],
    ['words on standard error', 'reply 0\n\0noted\n\0', { stdout: '', stderr: 'noted\n', exit: 0 }],
    [
      'an exit code that blocks',
      'reply 2\n\0no\n\0',
      { stdout: '', stderr: 'no\ncaliban did not allow the call\n', exit: 2 },
    ],
  ])('%s', async (_, answer, ran) => {
    const warm = new WarmLine();
    await warm.answers(answer);
    expect(await warm.run(warm.line())).toEqual(ran);
    expect(warm.wasStarted).toBe(false);
  });

  test.each([
    ['--after', hookCommandAfter, ['claude-code', '--after']],
    ['--wait', (warm: WarmLine) => warm.line({ waitSeconds: 60 }), ['claude-code', '--wait']],
    ['neither', (warm: WarmLine) => warm.line(), ['claude-code', '']],
  ])('with %s the request has all that the hook would have', async (_, lineOf, [host, flag]) => {
    const warm = new WarmLine();
    const heard = await warm.answers('reply 0\n\0\0');
    const input = `${CALL}\r\n  $(touch ${warm.root}/x) \`id\` \\ ' " ä 🎉\n\n`;
    const env = { CLAUDE_PROJECT_DIR: '/w with\nlines', CALIBAN_HOOK_TIMEOUT_MS: '', SECRET: 'secret' };
    await warm.run(lineOf(warm), { input, env });
    const fields = heard().toString().split('\0');
    expect(fields.slice(0, 5)).toEqual(['caliban-hook 1', 'token', host, flag, join(warm.root, 'ws')]);
    const end = fields.indexOf('', 5);
    const variables = fields.slice(5, end);
    expect(variables).toContain('CLAUDE_PROJECT_DIR=/w with\nlines');
    expect(variables).toContain('CALIBAN_HOOK_TIMEOUT_MS=');
    expect(variables.join()).not.toContain('secret');
    expect(fields[end + 1]?.split('\n')).toEqual(expect.arrayContaining(['HOME', 'PATH', 'SECRET']));
    expect(fields.slice(end + 2)).toEqual([input, '']);
  });

  test.each([
    ['POSIXLY_CORRECT', { POSIXLY_CORRECT: '1' }],
    ['options that end a shell', { SHELLOPTS: 'errexit:nounset:noglob:posix' }],
    ['a file for every bash', { BASH_ENV: '/dev/stdin' }],
    ['functions', { 'BASH_FUNC_read%%': '() { return 1; }', 'BASH_FUNC_kill%%': '() { exit 0; }' }],
    ['another IFS', { IFS: '0123456789' }],
    ['no HOME', { HOME: '' }],
  ])('with any environment: %s', async (_, env) => {
    const warm = new WarmLine();
    await warm.answers('reply 0\nyes\0\0');
    expect(await warm.run(warm.line(), { env })).toEqual({ stdout: 'yes', stderr: '', exit: 0 });
  });
});

function hookCommandAfter(warm: WarmLine): string {
  return `bash -p ${warm.clientFile} ${warm.program} hook claude-code --after`;
}

describe('else the hook is started with the same call', () => {
  const started = async (warm: WarmLine, start: Start = {}) => {
    expect(await warm.run(warm.line(), start)).toEqual(FROM_PROGRAM);
    expect(warm.seen.equals(Buffer.from(start.input ?? CALL))).toBe(true);
    expect(warm.words).toBe('hook claude-code --cold');
  };

  test('there is no server', () => started(new WarmLine()));

  test.each([
    ['a wrong reply token', 'other 0\nyes\0\0'],
    ['no reply token', '0\nyes\0\0'],
    ['nothing but a hang-up', ''],
    ['half of the first line', 'repl'],
    ['half of what goes to standard output', 'reply 0\nye'],
    ['nothing for standard error', 'reply 0\nyes\0'],
    ['half of what goes to standard error', 'reply 0\nyes\0wa'],
    ['an exit code that is none', 'reply yes\nyes\0\0'],
    ['a page', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nyes\0\0'],
  ])('the port answers with %s', async (_, answer) => {
    const warm = new WarmLine();
    await warm.answers(answer);
    await started(warm);
  });

  test('the server hangs', async () => {
    const warm = new WarmLine();
    await warm.answers(null);
    await started(warm);
  });

  test('the server hangs in the middle of its answer', async () => {
    const warm = new WarmLine();
    const server = createServer((socket) => void socket.on('error', () => {}).write('reply 0\nye'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    warm.describe(`${process.pid} ${(server.address() as { port: number }).port} token reply\n`);
    await started(warm);
  });

  test.each([
    ['of a process that is dead', (port: number) => `${2 ** 22 + 1} ${port} token reply\n`],
    ['without a token', (port: number) => `${process.pid} ${port}\n`],
    ['with nothing in it', () => ''],
    ['with bytes in it', () => '\0\u001b[31m\n'],
    ['with a port that is none', () => `${process.pid} ../../etc token reply\n`],
    ['with a port nobody listens on', () => `${process.pid} 1 token reply\n`],
  ])('the file of the server is one %s', async (_, text) => {
    const warm = new WarmLine();
    const { port, heard } = await warm.listener('reply 0\nyes\0\0');
    warm.describe(text(port));
    await started(warm);
    expect(heard().length).toBe(0);
  });

  test.each([
    ['has a NUL', Buffer.from(`{"a":"x\0y"}${'\0'}`)],
    ['begins with a NUL', Buffer.from('\0{"a":1}')],
    ['is 1 MB', Buffer.from(JSON.stringify({ ...JSON.parse(CALL), more: 'ä'.repeat(500_000) }))],
    ['is just too long', Buffer.from(`"${'x'.repeat(16_382)}"`)],
    ['is too long, with a NUL behind', Buffer.from(`"${'x'.repeat(17_000)}"\0\0y`)],
    ['is empty', Buffer.alloc(0)],
  ])('the call %s', async (_, input) => {
    const warm = new WarmLine();
    const heard = await warm.answers('reply 0\nyes\0\0');
    await started(warm, { input });
    expect(heard().length).toBe(0);
  });

  test('a real server has another token, or is sent no UTF-8', async () => {
    const warm = new WarmLine();
    await warm.serve();
    await started(warm, { input: Buffer.from([0x22, 0xff, 0xfe, 0x22]) });
    const [pid, port, , reply] = readFileSync(warm.files.hook, 'utf8').trim().split(' ');
    warm.describe(`${pid} ${port} ${'0'.repeat(64)} ${reply}\n`);
    await started(warm);
  });

  test.each([
    ['there is no bash', (warm: WarmLine) => warm.write('bin/none', '')],
    ['the client is gone', (warm: WarmLine) => unlinkSync(warm.clientFile)],
  ])('%s', async (what, change) => {
    const warm = new WarmLine();
    await warm.answers('reply 0\nyes\0\0');
    change(warm);
    const bin = join(warm.root, 'bin');
    mkdirSync(bin, { recursive: true });
    for (const name of ['sh', 'cat']) symlinkSync(`/bin/${name}`, join(bin, name));
    const env = what === 'there is no bash' ? { PATH: bin } : {};
    const { stdout, exit } = await warm.run(warm.line(), { env });
    expect([stdout, exit]).toEqual(['program', 0]);
    expect(warm.seen.toString()).toBe(CALL);
    expect(warm.words).toBe('hook claude-code');
  });
});

describe('and what fails then is a refusal', () => {
  const REFUSED = expect.stringMatching(/caliban did not allow the call\n$/);

  test('the hook refuses by its exit code', async () => {
    const warm = new WarmLine();
    writeFileSync(warm.program, '#!/bin/sh\necho no >&2; exit 2\n');
    expect(await warm.run(warm.line())).toEqual({ stdout: '', stderr: REFUSED, exit: 2 });
  });

  test('there is no program', async () => {
    const warm = new WarmLine();
    unlinkSync(warm.program);
    expect(await warm.run(warm.line())).toEqual({ stdout: '', stderr: REFUSED, exit: 2 });
  });

  test('the client is ended in the middle', async () => {
    const warm = new WarmLine();
    await warm.answers(null);
    const ownId = join(warm.root, 'pid');
    const noted = warm.line().replace('bash -p', () => `bash -c 'echo $$ > ${ownId}; exec bash -p "$@"' x`);
    const ran = await warm.run(warm.line(), {
      shell: `(until [ -s ${ownId} ]; do sleep 0.02; done; sleep 0.5; kill -9 $(cat ${ownId})) & ${noted}`,
    });
    expect(ran).toMatchObject({ exit: 2, stderr: REFUSED });
    expect(warm.wasStarted).toBe(false);
  });

  test('standard output is closed', async () => {
    const warm = new WarmLine();
    await warm.answers('reply 0\nyes\0\0');
    expect(await warm.run(warm.line(), { shell: `exec >&-; ${warm.line()}` })).toMatchObject({
      exit: 2,
      stderr: REFUSED,
    });
  });
});

describe('with the real server and the real hook', () => {
  const NODE_LINE = { words: [process.execPath, `${BUNDLE}caliban.cjs`] };

  test.each([
    ['git status', 'allow'],
    ['rm -rf x', 'deny'],
    ['git push', 'ask'],
    ['make', 'left'],
  ])('`%s` is answered alike by either: %s', async (command) => {
    const warm = new WarmLine();
    warm.rules('allow Bash:git status', 'deny Bash:rm *', 'ask Bash:git push');
    const input = JSON.stringify({ ...JSON.parse(CALL), tool_input: { command }, cwd: join(warm.root, 'ws') });
    const cold = await warm.run(warm.line(NODE_LINE), { input });
    await warm.serve();
    expect(await warm.run(warm.line(NODE_LINE), { input })).toEqual(cold);
    expect(JSON.parse((await warm.caliban('serve', '--status', '--json')).stdout)).toMatchObject({ hooks: 1 });
    const [one, other] = warm.log().map(({ ts: _, took_us: __, ...entry }) => entry);
    expect(other).toEqual(one);
  });

  test('twenty hooks at once that find no server start one', async () => {
    const warm = new WarmLine();
    warm.write('home/.config/caliban/settings.toml', '[serve]\nstart = "on-demand"\nidle_minutes = 1\n');
    warm.rules('allow Bash:git status');
    const line = warm.line(NODE_LINE);
    const all = await Promise.all(Array.from({ length: 20 }, () => warm.run(line)));
    for (const { stdout, exit } of all) {
      expect(exit).toBe(0);
      expect(stdout).toContain('"permissionDecision":"allow"');
    }
    while (!existsSync(warm.files.hook)) await new Promise((resolve) => setTimeout(resolve, 20));
    const { pid } = JSON.parse((await warm.caliban('serve', '--status', '--json')).stdout);
    expect(await warm.run(line)).toMatchObject({ exit: 0 });
    const after = JSON.parse((await warm.caliban('serve', '--status', '--json')).stdout);
    expect(after).toMatchObject({ pid });
    expect(after.hooks).toBeGreaterThan(0);
    expect(existsSync(join(warm.files.directory, 'starting'))).toBe(false);
    expect(warm.log()).toHaveLength(21);
  });

  test('started by hand, none is started by a hook', async () => {
    const warm = new WarmLine();
    await warm.run(warm.line(NODE_LINE));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(existsSync(warm.files.description)).toBe(false);
    expect(existsSync(join(warm.files.directory, 'starting'))).toBe(false);
  });
});
