import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PROGRAM } from '../helpers/scratch.ts';
import { Home } from '../mcp/helpers/proxied.ts';

/** Few words, since each is a frame of its own. */
const LONG = `${`${'long'.repeat(250)} `.repeat(1000)}\n`;
const FRAMES = ['--output-format', 'stream-json'];

const WAYS: readonly (readonly [string, readonly string[]])[] = [
  ['-p', ['-p', 'go', '--model', 'scripted:says.json']],
  ['-p with frames', ['-p', 'go', '--model', 'scripted:says.json', ...FRAMES]],
  ['mcp-proxy', ['mcp-proxy', '--name', 's', '--', 'yes', 'x'.repeat(1000)]],
];

describe.each(WAYS)('%s, while no one reads its output', (_way, argv) => {
  test.each([
    ['SIGTERM', 'pipe'],
    ['SIGINT', 'socket'],
  ] as const)('ends by %s (a %s)', (signal, channel) => endsBy(signal, start(argv, channel)));
});

test('-p, while no one reads either output', () =>
  endsBy('SIGTERM', start(['-p', 'go', '--model', 'scripted:says.json', ...FRAMES], 'one pipe for both')));

async function endsBy(signal: NodeJS.Signals, { child, begun }: Started): Promise<void> {
  await begun();
  await sleep(300);
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([130, null]);
}

describe('a reader that comes late gets all of it, in order', () => {
  test('-p', async () => {
    const { child, begun } = start(['-p', 'go', '--model', 'scripted:says.json'], 'socket');
    await begun();
    await sleep(700);
    const [said, ended] = await Promise.all([text(child.stdout as NodeJS.ReadableStream), once(child, 'exit')]);
    expect([said === LONG, ended]).toEqual([true, [0, null]]);
  });

  test('mcp-proxy, which does not read from the server in the meantime', async () => {
    const server = ['sh', '-c', 'seq 1000000; touch written; exit 5'];
    const { child, home, begun } = start(['mcp-proxy', '--', ...server], 'socket');
    await begun();
    await sleep(700);
    expect(existsSync(join(home.path, 'written'))).toBe(false);
    const [said, ended] = await Promise.all([text(child.stdout as NodeJS.ReadableStream), once(child, 'exit')]);
    const numbers = said.trimEnd().split('\n');
    expect([numbers.length, numbers.every((line, index) => line === String(index + 1))]).toEqual([1_000_000, true]);
    expect([existsSync(join(home.path, 'written')), ended]).toEqual([true, [5, null]]);
  });
});

type Started = {
  readonly child: ChildProcess;
  readonly home: Home;
  /** Resolves when it has begun to write. */
  readonly begun: () => Promise<void>;
};

function start(argv: readonly string[], channel: 'pipe' | 'socket' | 'one pipe for both'): Started {
  const home = new Home();
  writeFileSync(join(home.path, 'says.json'), JSON.stringify([{ text: LONG }]));
  const fifo = join(home.path, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const [reader, writer] = [openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK), openSync(fifo, 'w')];
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    cwd: home.path,
    env: home.env,
    stdio: ['pipe', channel === 'socket' ? 'pipe' : writer, channel === 'one pipe for both' ? writer : 'ignore'],
  });
  if (argv[0] === '-p') child.stdin?.end();
  onTestFinished(() => {
    child.kill('SIGKILL');
    for (const descriptor of [reader, writer]) closeSync(descriptor);
  });
  const begun = async () => {
    if (child.stdout !== null) await once(child.stdout, 'readable');
    else while (!hasSomething(reader)) await sleep(20);
  };
  return { child, home, begun };
}

function hasSomething(reader: number): boolean {
  try {
    return readSync(reader, Buffer.alloc(1)) > 0;
  } catch {
    return false;
  }
}
