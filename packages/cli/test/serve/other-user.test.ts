// Another user of this machine, for real: a process with another uid. Only root can start one; elsewhere all of it is skipped.
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hookCommand } from '@caliban/adapters/hosts';
import { HOOK_CLIENT, readDescription } from '@caliban/inbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeDescription } from '../../../inbox/src/server/server-files.ts';
import { BUNDLE, Running, ServeScratch } from './server-process.ts';

const NOBODY = 65_534;
const STRANGER = fileURLToPath(new URL('stranger.mjs', import.meta.url));
const IS_ROOT = process.getuid?.() === 0;
const CALL = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'rm -rf x' } };
const YES = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}';

/** The directories above are open to everyone, as a home often is: only what the server does protects it. */
class SharedMachine extends ServeScratch {
  constructor() {
    super();
    for (const directory of ['', 'home', 'ws']) chmodSync(join(this.root, directory), 0o755);
    this.rules('deny Bash:rm *');
    this.write('home/.local/state/caliban/hook.bash', HOOK_CLIENT);
    for (const directory of ['home/.local', 'home/.local/state', 'home/.local/state/caliban'])
      chmodSync(join(this.root, directory), 0o755);
  }

  stranger(...words: readonly string[]): Running {
    const script = join(this.root, 'stranger.mjs');
    copyFileSync(STRANGER, script);
    chmodSync(script, 0o644);
    const child = spawn(process.execPath, [script, ...words], { uid: NOBODY, gid: NOBODY, cwd: '/', env: {} });
    onTestFinished(() => void child.kill('SIGKILL'));
    return new Running(child);
  }

  squat(port: number | null, answer: string): Promise<void> {
    return this.stranger('squat', String(port), JSON.stringify(answer)).until('squatting');
  }

  hook(): ReturnType<ServeScratch['caliban']> {
    const words = [process.execPath, `${BUNDLE}caliban.cjs`];
    const client = join(this.root, 'home/.local/state/caliban/hook.bash');
    const line = hookCommand({ words, isWindows: false, client }, 'claude-code');
    const input = JSON.stringify({ ...CALL, cwd: join(this.root, 'ws') });
    return this.start('/bin/sh', ['-c', line], { input }).ended;
  }

  get description() {
    const description = readDescription(this.files);
    if (description === null) throw new Error('no server is described');
    return description;
  }
}

describe.skipIf(!IS_ROOT || process.platform !== 'linux')('another user of the machine', () => {
  test('can read nothing of the server, ask it nothing and not end it', async () => {
    const machine = new SharedMachine();
    await machine.serve();
    await machine.hook();
    const { files, description } = machine;
    const state = join(machine.root, 'home/.local/state/caliban');
    const given = {
      directory: files.directory,
      files: [files.description, files.hook, files.database, join(state, 'permission-decisions.jsonl')],
      ...{ socket: files.socket, port: description.port, hookPort: description.hookPort, pid: description.pid },
    };
    const { stdout, stderr } = await machine.stranger('try', JSON.stringify(given)).ended;
    expect(stderr).toBe('');
    const { uid, results } = JSON.parse(stdout);
    const { 'read its command line': commandLine, ...others } = results;
    expect([uid, others]).toEqual([
      NOBODY,
      {
        'list the directory': 'EACCES',
        'read server.json': 'EACCES',
        'read hook': 'EACCES',
        'read inbox.db': 'EACCES',
        'read permission-decisions.jsonl': 'EACCES',
        'write beside them': 'EACCES',
        'connect to the socket': 'EACCES',
        'see the questions': 401,
        'answer a question': 401,
        'put a question': 401,
        'run a hook': 401,
        'stop the server': 401,
        'ask the hook port': '',
        'read its environment': 'EACCES',
        'read its memory': 'EACCES',
        'end it': 'EPERM',
      },
    ]);
    expect([description.token, description.replyToken].filter((secret) => commandLine.includes(secret))).toEqual([]);
    expect(await machine.client.send({ method: 'GET', path: '/api/status' })).toMatchObject({ status: 200 });
  });

  test('on the ports of a server that was killed can answer no hook and no command', async () => {
    const machine = new SharedMachine();
    const server = await machine.serve();
    const { description } = machine;
    const refused = await machine.hook();
    expect(refused.stdout).toContain('"permissionDecision":"deny"');
    server.child.kill('SIGKILL');
    await server.ended;
    const http = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${YES.length}\r\n\r\n${YES}`;
    await machine.squat(description.hookPort, `guess 0\n${YES}\0\0`);
    await machine.squat(description.port, http);
    // The worst case: the files of the server are there, and its process id belongs to some other process by now.
    const left = { ...description, pid: process.pid, socket: null };
    writeDescription(machine.files, left);
    expect(await machine.hook()).toEqual(refused);
    expect((await machine.caliban('inbox')).exit).toBe(1);
    expect((await machine.caliban('serve', '--status')).exit).toBe(1);
  });

  test('cannot put files of their own in the place of those of the server', async () => {
    const machine = new SharedMachine();
    const server = await machine.serve();
    const refused = await machine.hook();
    const { description, files } = machine;
    server.child.kill('SIGKILL');
    await server.ended;
    await machine.squat(description.hookPort, `guess 0\n${YES}\0\0`);
    writeFileSync(files.hook, `${process.pid} ${description.hookPort} token guess\n`);
    chownSync(files.hook, NOBODY, NOBODY);
    expect(await machine.hook()).toEqual(refused);
  });
});
