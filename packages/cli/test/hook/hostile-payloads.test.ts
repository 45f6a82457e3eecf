import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HookScratch } from './hook-process.ts';

let scratch: HookScratch;

beforeEach(() => {
  scratch = new HookScratch();
  scratch.rules(
    'home/.config/caliban/permissions.toml',
    'deny mcp__evil__*',
    'deny Write:/etc/**',
    'deny WebFetch:https://evil.test*',
    'allow *',
  );
});

afterEach(() => scratch.remove());

describe('a long payload is answered in time', () => {
  const LETTERS = 'a'.repeat(400_000);

  test.each([
    ['gemini-cli', 'an address', { prompt: `see https://a.test/${LETTERS}` }],
    ['gemini-cli', 'a query', { prompt: `see https://a.test/?d=${btoa(LETTERS)}` }],
    ['qwen-code', 'a word that is none', { url: 'https://a.test', prompt: `://${LETTERS}` }],
  ])('%s, %s', async (host, _, input) => {
    const call = { tool_name: 'web_fetch', tool_input: input };
    expect(await answer(host, call)).toMatch(/"(decision|permissionDecision)":"allow"/);
  });

  test.each([
    ['gemini-cli', 'web_fetch', { prompt: 'a://'.repeat(1001) }],
    ['gemini-cli', 'read_many_files', { include: numbered(1001, (at) => `/x/${at}`) }],
    ['codex', 'apply_patch', { command: patchOf(1001) }],
  ])('%s, %s: more calls than are judged at once', async (host, tool, input) => {
    expect(await answer(host, { tool_name: tool, tool_input: input })).toContain(
      'it stands for 1001 calls, more than 1000 at once',
    );
    // The first stands for all of them.
    expect(scratch.log()).toMatchObject([
      { outcome: 'deny', because: { kind: 'fault', message: expect.stringContaining('it stands for 1001 calls') } },
    ]);
  });

  test('when the time is over, no further call is judged', async () => {
    const env = { CALIBAN_HOOK_TIMEOUT_MS: '1000' };
    const call = { tool_name: 'web_fetch', tool_input: { prompt: 'a://'.repeat(1000) + 'x'.repeat(2_000_000) } };
    expect(await answer('gemini-cli', call, env)).toContain('it took longer than 1000 ms');
    expect(scratch.log().length).toBeLessThan(1000);
  });
});

describe('a payload long enough to take long is judged where it can be ended', () => {
  const long = `rm -rf x # ${'a'.repeat(20_000)}`;

  test.each<[string, (command: string) => object]>([
    ['claude-code', (command) => scratch.bash(command)],
    ['codex', (command) => scratch.bash(command)],
    ['gemini-cli', (command) => ({ ...scratch.bash(command), hook_event_name: 'BeforeTool' })],
    ['copilot', (command) => ({ toolName: 'bash', toolArgs: JSON.stringify({ command }) })],
    ['cursor', (command) => ({ hook_event_name: 'beforeShellExecution', command })],
  ])('%s gets the same answer as for a short one', async (host, call) => {
    scratch.rules('home/.config/caliban/permissions.toml', 'deny Bash:rm *', 'allow *');
    const [short, apart] = [
      await scratch.hook({ host, input: call('rm x') }),
      await scratch.hook({ host, input: call(long) }),
    ];
    expect(apart).toEqual(short);
    expect(short.stdout + short.stderr).toContain('denied by the rule `Bash:rm *`');
    expect(scratch.log()).toHaveLength(2);
  });

  test('and refused when it is not judged in time', async () => {
    const env = { CALIBAN_HOOK_TIMEOUT_MS: '1' };
    expect(await answer('claude-code', scratch.bash(long), env)).toContain('it took longer than 1 ms');
  });
});

test('invalid UTF-8 is refused', async () => {
  const input = Buffer.from(JSON.stringify(scratch.bash('git %')));
  input[input.indexOf('%')] = 0xff;
  expect(await scratch.hook({ input })).toMatchObject({ exit: 2, stderr: expect.stringContaining('is not UTF-8') });
});

describe('a number that a tool could read otherwise', () => {
  const digits = '12345678901234567890';

  test.each([`{"ids":[{"n":${digits}}]}`, '{"n":1e400}'])('%s is refused', async (tool_input) => {
    const input = `{"hook_event_name":"PreToolUse","tool_name":"mcp__a__b","tool_input":${tool_input}}`;
    const { stdout, stderr } = await scratch.hook({ host: 'codex', input });
    expect(stdout + stderr).toMatch(/deny.* can be read in two ways; it would have to be a text/s);
    expect(stdout + stderr).not.toMatch(/\d{4}/);
    expect(scratch.log()).toMatchObject([
      {
        tool_name: 'mcp__a__b',
        outcome: 'deny',
        because: { kind: 'fault', message: expect.stringContaining('can be read in two ways') },
      },
    ]);
  });

  test.each([
    ['elsewhere', 'codex', `"timestamp_ns":${digits},"tool_input":{"n":1e2,"id":"${digits}"}`, ''],
    ['elsewhere', 'codex', `"x":[1e400],"tool_input":{"n":9007199254740991,"m":0.5}`, ''],
    ['to a host that reads it as we do', 'claude-code', `"tool_input":{"n":${digits}}`, '"permissionDecision":"allow"'],
  ])('%s it does not matter: %s %s', async (_about, host, fields, said) => {
    const input = `{"hook_event_name":"PreToolUse","transcript_path":"/t","tool_name":"mcp__a__b",${fields}}`;
    const { stdout, exit } = await scratch.hook({ host, input });
    expect({ stdout, exit }).toEqual({ stdout: said === '' ? '' : expect.stringContaining(said), exit: 0 });
  });
});

describe('no reading of a call is left out', () => {
  const many = numbered(31, () => 'x');

  test.each([
    ['gemini-cli', { tool_name: `mcp_evil_${many.join('_')}`, tool_input: {} }],
    ['copilot', { hook_event_name: undefined, toolName: `evil-${many.join('-')}`, toolArgs: '{}' }],
    ['gemini-cli', shell('run_shell_command', { dir_path: '.', directory: '/etc' })],
    ['codex', shell('Bash', { workdir: '.', working_directory: '/etc' })],
    ['cursor', { ...shell('Shell', { cwd: '.', working_directory: '/etc' }), hook_event_name: 'preToolUse' }],
  ])('%s %j', async (host, call) => {
    expect(await answer(host, call)).toMatch(/denied by the rule `(mcp__evil__\*|Write:\/etc\/\*\*)`/);
  });

  test.each([
    ['gemini-cli', { tool_name: `mcp_evil_${'x_'.repeat(300)}`, tool_input: {} }],
    ['copilot', { hook_event_name: undefined, toolName: `evil-${'x-'.repeat(300)}`, toolArgs: '{}' }],
  ])('%s: a name longer than any', async (host, call) => {
    expect(await answer(host, call)).toContain('a name of more than 500 characters');
  });
});

async function answer(host: string, call: object, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const event = host === 'gemini-cli' ? 'BeforeTool' : 'PreToolUse';
  const place = { cwd: join(scratch.root, 'ws'), workspace_roots: [join(scratch.root, 'ws')] };
  const { stdout, stderr } = await scratch.hook({ host, input: { hook_event_name: event, ...place, ...call }, env });
  return stdout + stderr;
}

function shell(tool: string, directories: object): object {
  return { tool_name: tool, tool_input: { command: 'git log > x', ...directories } };
}

function patchOf(files: number): string {
  return `*** Begin Patch\n${numbered(files, (at) => `*** Update File: src/${at}.ts\n`).join('')}*** End Patch`;
}

function numbered<Value>(length: number, make: (at: number) => Value): readonly Value[] {
  return Array.from({ length }, (_, at) => make(at));
}
