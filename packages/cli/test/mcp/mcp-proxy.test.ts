import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROGRAM } from '../helpers/scratch.ts';
import { ASKS, accept, connect, EXAMPLE, Home, here, type Revision } from './helpers/proxied.ts';

const REVISIONS: readonly Revision[] = ['legacy', 'modern'];

describe.each(REVISIONS)('between the real client and the real server, %s', (revision) => {
  test('rules decide, and each call leaves a line', async () => {
    const { client, home, text } = await connect(
      ['mcp-proxy', '--allow', 'mcp__example__echo:text=ok*', '--deny', 'mcp__example__echo', ...EXAMPLE],
      { revision, policy: ASKS },
    );
    expect(await text('echo', { text: 'ok then' })).toBe('ok then');
    expect(await text('echo', { text: 'no' })).toBe(
      'refused: this mcp__example__echo call is denied by the rule `mcp__example__echo`',
    );
    expect(await text('peek')).toMatch(
      /^refused: mcp__example__peek needs approval.*caliban perms add 'mcp__example__peek' allow/,
    );
    await client.close();
    expect(home.log().map(({ tool_name, outcome }) => `${tool_name} ${outcome}`)).toEqual([
      'mcp__example__echo allow',
      'mcp__example__echo deny',
      'mcp__example__peek deny',
    ]);
  });

  test('once, always and no, by elicitation', async () => {
    const answers = [0, 3, 2];
    const proxied = await connect(['mcp-proxy', ...EXAMPLE], {
      revision,
      policy: ASKS,
      answer: (_, choices) => accept(choices[answers.shift() ?? -1]),
    });
    const said: string[] = [];
    for (const text of ['a', 'b', 'c', 'd']) said.push(await proxied.text('echo', { text }));
    await proxied.client.close();
    expect(said).toEqual(['a', 'refused: the operator rejected this mcp__example__echo call', 'c', 'd']);
    expect(proxied.asked).toHaveLength(3);
  });

  test.each([[{ action: 'cancel' }], [{ action: 'decline' }], [accept('yes, please')]])('%j is a no', async (said) => {
    const { client, text } = await connect(['mcp-proxy', ...EXAMPLE], { revision, policy: ASKS, answer: () => said });
    expect(await text('peek')).toMatch(/^refused: /);
    await client.close();
  });

  test('everything else passes', async () => {
    const { client } = await connect(['mcp-proxy', '--allow', 'mcp__example__*', ...EXAMPLE], { revision });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'peek')?.annotations).toEqual({ readOnlyHint: true });
    const { contents } = await client.readResource({ uri: 'note://1' });
    expect(contents).toMatchObject([{ text: 'a note' }]);
    expect((await client.getPrompt({ name: 'greet' })).messages).toHaveLength(1);
    const progress: number[] = [];
    await client.callTool({ name: 'steps' }, { onprogress: (step) => void progress.push(step.progress) });
    expect(progress).toEqual([1, 2]);
    await client.close();
  });

  test('a call that is cancelled is cancelled at the server', async () => {
    const { client, transport, stderr } = await connect(['mcp-proxy', '--allow', 'mcp__example__*', ...EXAMPLE], {
      revision,
    });
    const cancel = new AbortController();
    const call = client.callTool({ name: 'wait' }, { signal: cancel.signal });
    await client.listTools();
    cancel.abort();
    await expect(call).rejects.toThrow();
    while (!stderr().includes('CANCELLED')) await once(transport.stderr as NodeJS.EventEmitter, 'data');
    await client.close();
  });

  test('a server that crashes fails the call', async () => {
    const { client, text } = await connect(['mcp-proxy', '--allow', 'mcp__example__*', ...EXAMPLE], { revision });
    await expect(text('crash')).rejects.toThrow('the server exited with code 7');
    await client.close();
  });
});

test('a question of the server and one of ours do not wait for each other', async () => {
  const { client, asked, text } = await connect(['mcp-proxy', ...EXAMPLE], {
    policy: ASKS,
    answer: (form, choices) =>
      form === 'who?' ? { action: 'accept', content: { name: 'Ariel' } } : accept(choices[0]),
  });
  expect(await Promise.all([text('name'), text('peek'), text('name')])).toEqual([
    'hello Ariel',
    'peeked',
    'hello Ariel',
  ]);
  expect(asked).toHaveLength(5);
  await client.close();
});

test('while a question is open, other messages pass', async () => {
  let answer = (_: unknown) => {};
  const { client, asked, text } = await connect(['mcp-proxy', ...EXAMPLE], {
    policy: ASKS,
    answer: (_, choices) =>
      new Promise((resolve) => {
        answer = () => resolve(accept(choices[0]));
      }),
  });
  const call = text('peek');
  await client.listTools();
  await client.ping();
  expect(asked).toHaveLength(1);
  answer(null);
  expect(await call).toBe('peeked');
  await client.close();
});

test('the flags of a start apply: lists of tools, and lists for auto mode', async () => {
  const lists = join(new Home().path, 'lists.toml');
  writeFileSync(lists, "hard_deny = ['mcp__example__echo:text=no']\nallow = ['mcp__example__echo']\n");
  const flags = ['--permission-mode', 'auto', '--auto-mode-config', lists];
  const tools = ['--allowed-tools', 'mcp__example__peek', '--disallowed-tools', 'mcp__example__steps'];
  const { client, text } = await connect(['mcp-proxy', ...flags, ...tools, ...EXAMPLE]);
  expect(await text('peek')).toBe('peeked');
  expect(await text('steps')).toContain('denied by the rule `mcp__example__steps`');
  expect(await text('echo', { text: 'hi' })).toBe('hi');
  expect(await text('echo', { text: 'no' })).toContain('auto mode refused');
  await client.close();
});

test('when the client hangs up, what the server has started ends too', async () => {
  const { client, text } = await connect(['mcp-proxy', '--allow', 'mcp__example__*', ...EXAMPLE]);
  const pid = Number(await text('child'));
  expect(isAlive(pid)).toBe(true);
  await client.close();
  expect(isAlive(pid)).toBe(false);
});

test.each(REVISIONS)('a server over HTTP, %s', async (revision) => {
  const server = spawn(process.execPath, [here('http-server.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${port.toString().trim()}/mcp`;
  const { client, text } = await connect(
    ['mcp-proxy', '--name', 'far', '--url', url, '--deny', 'mcp__far__peek', '--allow', 'mcp__far__*'],
    { revision },
  );
  expect(await text('echo', { text: 'hi' })).toBe('hi');
  expect(await text('peek')).toMatch(/^refused: /);
  server.kill();
  await once(server, 'exit');
  await expect(text('echo', { text: 'hi' })).rejects.toThrow('cannot be reached');
  await client.close();
});

describe('what goes wrong', () => {
  const run = (argv: readonly string[], input = '') => {
    const home = new Home();
    const options = { cwd: home.path, env: home.env, input, encoding: 'utf8' as const, timeout: 30_000 };
    return spawnSync(process.execPath, [PROGRAM, 'mcp-proxy', ...argv], options);
  };

  // Standard input stays open, as with a client that waits.
  test.each([
    ['its exit code is ours', ['sh', '-c', 'exit 5'], 5],
    ['a signal counts as in shells', ['sh', '-c', 'kill -9 $$'], 137],
    ['a program that is not there', ['/nowhere/at/all'], 127],
    ['a message without end', ['sh', '-c', 'head -c 70000000 /dev/zero; echo; sleep 60'], 1],
  ] as const)('%s', async (_what, argv, exit) => {
    const home = new Home();
    const child = spawn(process.execPath, [PROGRAM, 'mcp-proxy', '--', ...argv], {
      cwd: home.path,
      env: home.env,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    expect(await once(child, 'exit')).toEqual([exit, null]);
  });

  test('invalid messages and calls reach no one', () => {
    const lines = ['{', '[]', '{"method":"tools/call","params":{"name":"a"}}', '{"id":1,"method":"tools/call"}'];
    const { stdout } = run(['--allow', '*', '--', 'cat'], `${lines.join('\n')}\n`);
    const replies = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { error?: { code: number } });
    expect(replies.map(({ error }) => error?.code)).toEqual([-32700, -32600, -32600, -32602]);
  });
});

/** The dead who wait to be collected are dead. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
