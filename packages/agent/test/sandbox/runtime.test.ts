import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fail } from '@caliban/calls/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { feed } from '../../src/sandbox/bubblewrap.ts';
import { bubblewrapBackend } from '../../src/sandbox/bubblewrap-backend.ts';
import { hostVerdict } from '../../src/sandbox/host-verdict.ts';
import { realPathOf } from '../../src/sandbox/real-disk.ts';
import { runtimeBackend } from '../../src/sandbox/runtime-backend.ts';
import { hardened } from '../../src/sandbox/runtime-script.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { hasItsPrograms } from '../helpers/installed.ts';
import { contextIn, planIn, rulesFrom } from './plan.ts';

/** Not below a directory for temporary files, parts of which the runtime leaves writable. */
const place = realpathSync(mkdtempSync(join(homedir(), '.caliban-runtime-')));
const said: string[] = [];

/** This machine has two names that need no server to look them up. */
const RULES =
  'deny Read:~/.ssh/**; deny Write:prod/**; deny WebFetch(domain:127.0.0.1); allow WebFetch(domain:localhost); deny WebFetch';

const opened = await runtimeBackend({
  home: undefined,
  realPath: realPathOf,
  judgeUrl: () => null,
  isRoot: false,
}).open();
if (opened.ok) await opened.value.close();
else process.stderr.write(`skipped: the sandbox runtime: ${opened.error}\n`);

let server: Server;
let sandbox: Sandbox;
const asked: string[] = [];

beforeAll(async () => {
  for (const file of ['home/.ssh/id', 'home/repo/prod/a.txt', 'home/repo/free.txt', 'tmp/x']) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), `secret of ${file}`);
  }
  server = createServer(({ url, headers }, response) => response.end(`reached ${headers.host} ${url}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const context = contextIn(place);
  const { home, disk } = context;
  const judgeUrl = (url: string) => {
    asked.push(url);
    return url.includes('/secret') ? 'blocked by a rule about urls' : null;
  };
  sandbox = createSandbox({
    ...{ mode: 'require', rules: () => rulesFrom(RULES), context },
    report: (message) => said.push(message),
    backends: [
      bubblewrapBackend({ home, realPath: disk.realPath }),
      runtimeBackend({ home, realPath: disk.realPath, judgeUrl, isRoot: false }),
    ],
  });
});

afterAll(async () => {
  await sandbox.close();
  server.close();
  rmSync(place, { recursive: true, force: true });
});

/** The runtime tells programs to reach names of this machine directly, which leads nowhere inside. */
const WITHOUT_EXCEPTIONS = 'unset NO_PROXY no_proxy';

type Ran = { readonly output: string; readonly code: number | null; readonly violations: readonly string[] };

async function run(command: string): Promise<Ran> {
  const cwd = join(place, 'home/repo');
  const launch = await sandbox.prepare(
    { file: '/bin/bash', args: ['-c', `${WITHOUT_EXCEPTIONS}\n${command}`], cwd },
    { firstFeed: 3 },
  );
  if (!launch.ok) throw new Error(launch.error);
  const child = spawn(launch.value.file, launch.value.args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: join(place, 'home'), PORT: String((server.address() as AddressInfo).port) },
    stdio: ['ignore', 'pipe', 'pipe', ...launch.value.feeds.map(() => 'pipe' as const)],
  });
  feed(child, 3, launch.value.feeds);
  let output = '';
  for (const stream of [child.stdout, child.stderr] as Readable[])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  launch.value.release();
  return { output, code, violations: launch.value.violations(output, cwd).map(({ text }) => text) };
}

describe.skipIf(!opened.ok)('single hosts, with the sandbox runtime', () => {
  test('it is used because bubblewrap can not enforce the rules, and nothing is reported', async () => {
    expect(await sandbox.problem()).toBeNull();
    expect(said).toEqual([]);
  });

  const programs: readonly [name: string, command: string, output: RegExp, violation: RegExp | null][] = [
    ['an allowed host', 'curl -sS http://localhost:$PORT/x', /^reached localhost:\d+ \/x$/, null],
    [
      'a denied host',
      'curl -sS http://127.0.0.1:$PORT/x',
      /^(?!reached)/,
      /127\.0\.0\.1 is not .*`deny WebFetch\(domain:127\.0\.0\.1\)`/,
    ],
    ['any other host', 'curl -sS http://example.test:$PORT/x', /^(?!reached)/, /example\.test is not reachable/],
    ['past the proxy', "curl -sS --noproxy '*' http://localhost:$PORT/x", /^(?!reached)/, null],
    [
      'a url of an allowed host that a rule denies',
      'curl -sS http://localhost:$PORT/secret',
      /^(?!reached)/,
      /\/secret is not .*blocked by a rule about urls/,
    ],
    [
      'python',
      "python3 -c \"import os, urllib.request; print(urllib.request.urlopen('http://localhost:' + os.environ['PORT'] + '/p').read().decode())\"",
      /^reached .* \/p/,
      null,
    ],
    ['a raw socket', 'exec 3<>/dev/tcp/127.0.0.1/$PORT && echo reached', /^(?!reached)/, null],
    ['what is hidden', 'cat ~/.ssh/id', /^(?!secret)/, /hidden from commands, blocked by `deny Read/],
    ['what is read-only', 'echo x > prod/a.txt', /Read-only/, /read-only for commands, blocked by `deny Write/],
    ['what is outside', 'echo x > ../stray.txt', /Read-only/, /outside of what commands may write/],
    ['what is free', 'echo x > free.txt && cat free.txt', /^x\n$/, null],
    ['an exit code', 'exit 7', /^$/, null],
  ];
  test.each(programs.filter(([, command]) => hasItsPrograms(command)))(
    '%s: `%s`',
    async (name, command, output, violation) => {
      const ran = await run(command);
      expect(ran.output).toMatch(output);
      expect(ran.violations).toEqual(violation === null ? [] : [expect.stringMatching(violation)]);
      if (name === 'an exit code') expect(ran.code).toBe(7);
    },
  );

  test('the rules judge each url that a program fetches', async () => {
    asked.length = 0;
    await run('curl -sS "http://localhost:$PORT/a?b=c"');
    expect(asked).toEqual([expect.stringMatching(/^http:\/\/localhost:\d+\/a\?b=c$/)]);
  });

  test('the network is there from the first moment', async () => {
    const runs = await Promise.all(Array.from({ length: 8 }, () => run('curl -sS http://localhost:$PORT/x')));
    expect(runs.map(({ output }) => output.startsWith('reached'))).toEqual(runs.map(() => true));
  });
});

test('root does not use it', async () => {
  const backend = runtimeBackend({ home: undefined, realPath: realPathOf, judgeUrl: () => null, isRoot: true });
  expect(await backend.open()).toEqual(fail(expect.stringContaining('would leave settings of the kernel writable')));
});

test.each([
  ['bwrap --ro-bind / / --proc /proc -- x', 'bwrap --ro-bind / / --unshare-ipc --seccomp 3 --proc /proc -- x'],
  ['bwrap --ro-bind / / -- x', null],
  ['firejail --proc /proc -- x', null],
])('`%s` with what is left out', (command, wanted) => {
  expect(hardened(command, { filterFeed: 3 })).toBe(wanted);
});

test('if it is not installed, that is the reason', async () => {
  const load = () => Promise.reject(new Error('Cannot find package'));
  const backend = runtimeBackend({ home: undefined, realPath: realPathOf, judgeUrl: () => null, isRoot: false, load });
  expect(await backend.open()).toEqual(
    fail(expect.stringContaining('the sandbox runtime is not installed (`npm install')),
  );
});

describe('hosts of a profile', () => {
  test.each([
    ['deny WebFetch(domain:a.test)', 'a.test', 443, 'closed'],
    ['deny WebFetch(domain:a.test)', 'A.test.', 8080, 'closed'],
    ['deny WebFetch(domain:a.test)', 'b.test', 443, 'open'],
    ['allow WebFetch(domain:*.a.test); deny WebFetch', 'x.a.test', 22, 'open'],
    ['allow WebFetch(domain:*.a.test); deny WebFetch', 'a.test', 22, 'closed'],
    ['allow WebFetch:https://a.test:8443/*; deny WebFetch', 'a.test', 8443, 'open'],
    ['allow WebFetch:https://a.test:8443/*; deny WebFetch', 'a.test', 443, 'closed'],
    ['deny WebFetch(domain:x.a.test); allow WebFetch(domain:*.a.test); deny WebFetch', 'x.a.test', 443, 'closed'],
    ['deny WebFetch(domain:127.0.0.1)', '2130706433', 80, 'closed'],
    ['deny WebFetch(domain:127.0.0.1)', '0x7f.1', 80, 'closed'],
  ])('`%s`: %s:%i is %s', (rules, host, port, outcome) => {
    expect(hostVerdict(planIn('/nowhere', rules), { host, port }).outcome).toBe(outcome);
  });
});
