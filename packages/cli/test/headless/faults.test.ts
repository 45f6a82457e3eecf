import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bundled } from '../../../../test/helpers/bundled.ts';
import type { StreamFault } from '../../../agent/test/providers/provider-server.ts';
import { calls as wireCalls, says as wireSays } from '../../../agent/test/providers/wire-reply.ts';
import { resultOf, toolResults } from './helpers/frames.ts';
import { providerSettings, startProvider } from './helpers/provider.ts';
import { bash, calls, read, says, script, type Use } from './helpers/scripts.ts';
import { type Finished, Workplace } from './helpers/workplace.ts';

const SERVER = await bundled(fileURLToPath(new URL('../../../agent/test/mcp/servers/stdio.mjs', import.meta.url)));
const FLAGS = ['--output-format', 'stream-json', '--permission-mode', 'dontAsk'];

function play(place: Workplace): Promise<Finished> {
  return place.run(['-p', 'go', '--model', `scripted:${place.path('/script.json')}`, ...FLAGS]);
}

describe('the provider fails, and the run ends with a true message', () => {
  test.each<[StreamFault['kind'], RegExp]>([
    ['drop', /model-1|connection|terminated|broke|ended/i],
    ['end-early', /./],
    ['garbage', /./],
    ['error-frame', /too much to do/],
  ])('%s in the middle of a reply: no call of it is run', async (kind, message) => {
    const server = await startProvider();
    const place = new Workplace({ '~/.config/caliban/settings.toml': providerSettings(server, 'main') });
    const reply = wireCalls(['c1', 'Bash', { command: 'touch b.txt' }]);
    server.will({
      kind: 'reply',
      reply: { ...reply, parts: [{ kind: 'text', text: 'Let me see.' }, ...reply.parts] },
      fault: { after: 3, kind },
    });
    const { code, stderr, timedOut } = await place.run(['-p', 'go', ...FLAGS]);
    expect({ code, timedOut, made: place.has('b.txt'), log: place.log() }).toEqual({
      code: 1,
      timedOut: false,
      made: false,
      log: [],
    });
    expect(stderr).toMatch(message);
  });

  test('a key that is refused is said to be, and not shown', async () => {
    const server = await startProvider();
    const place = new Workplace({ '~/.config/caliban/settings.toml': providerSettings(server, 'main') });
    server.will({ kind: 'refusal', status: 401, message: 'bad key' });
    const { code, stderr } = await place.run(['-p', 'go']);
    expect(code).toBe(1);
    expect(stderr).toContain('refused the key');
    expect(stderr).not.toContain('secret-key');
  });

  test('an overload passes and the run continues', async () => {
    const server = await startProvider();
    const place = new Workplace({ '~/.config/caliban/settings.toml': providerSettings(server, 'main') });
    server.will({ kind: 'refusal', status: 429, message: 'slow down' }, wireSays('Hello.'));
    expect(await place.run(['-p', 'go'])).toMatchObject({ code: 0, stdout: 'Hello.\n', stderr: '' });
  });
});

describe('the model writes nonsense, reads why, and continues', () => {
  test.each<[string, Use, RegExp]>([
    ['wrong types', ['Bash', { command: ['rm', '-rf', '/'] }], /wrong input for Bash/],
    ['no input', ['Write', {}], /wrong input for Write/],
    ['null', ['Read', null], /wrong input for Read/],
    ['unknown fields', ['Bash', { command: 'true', sudo: true }], /wrong input for Bash.*sudo/],
    ['an unknown tool', ['Bsh', { command: 'true' }], /there is no tool `Bsh`; did you mean `Bash`/],
    ['a tool of a server that is not there', ['mcp__tools__add', { a: 1 }], /there is no tool/],
    ['a name that steers terminals', ['\u001b[2J', {}], /there is no tool/],
  ])('%s: nothing runs and nothing is judged', async (_, use, message) => {
    const place = new Workplace({ '/script.json': script(use) });
    const { code, stdout, stderr } = await play(place);
    expect({ code, log: place.log() }).toEqual({ code: 0, log: [] });
    expect(stderr).toMatch(/^caliban: DANGER: dontAsk mode is on[^\n]*\n$/);
    expect(toolResults(stdout)).toMatchObject([{ is_error: true, content: expect.stringMatching(message) }]);
  });

  test('input that is not JSON', async () => {
    const uses = [{ name: 'Bash', malformed_input: '{"command": "rm -rf' }];
    const place = new Workplace({ '/script.json': JSON.stringify([{ tool_uses: uses }, says('Done.')]) });
    const { code, stdout } = await play(place);
    expect(code).toBe(0);
    expect(toolResults(stdout)[0]?.content).toContain('not valid JSON');
  });
});

describe('commands that misbehave', () => {
  test('ten megabytes of output are cut in the middle', async () => {
    const place = new Workplace({ '/script.json': script(bash('head -c 10000000 /dev/zero | tr "\\0" x')) });
    const { code, stdout } = await play(place);
    expect(code).toBe(0);
    expect(stdout.length).toBeLessThan(100_000);
  });

  test('one that ignores SIGTERM is ended after its time, with all it started', async () => {
    const stubborn = `trap '' TERM; (trap '' TERM; sleep 600) & sleep 601`;
    const place = new Workplace({ '/script.json': script(bash(stubborn, { timeout: 300 })) });
    const { code, stdout, timedOut } = await play(place);
    expect({ code, timedOut }).toEqual({ code: 0, timedOut: false });
    expect(toolResults(stdout)[0]?.content).toContain('was ended after 300 ms');
    expect(await place.orphans()).toEqual([]);
  });

  test('background processes end with the run', async () => {
    const place = new Workplace({
      '/script.json': script(bash('sleep 600', { run_in_background: true }), bash('setsid sleep 9 & sleep 602 & true')),
    });
    expect((await play(place)).code).toBe(0);
    expect(await place.orphans({ besides: 'sleep 9' })).toEqual([]);
  });
});

describe('MCP servers', () => {
  const settings = (more = '') =>
    `[mcp_servers.tools]\ncommand = "${process.execPath}"\nargs = ["${SERVER}"]\ntimeout_ms = 4000\n${more}`;

  function placeWith(text: string, ...uses: readonly Use[]): Workplace {
    return new Workplace({ '~/.config/caliban/settings.toml': text, '/script.json': script(...uses) });
  }

  test('are gated as mcp__server__tool: “Unknown tools (MCP tools, future built-ins) fall through to the * catch-all”', async () => {
    const place = placeWith(settings(), ['mcp__tools__add', { a: 1, b: 2 }], ['mcp__tools__refuse', {}]);
    const model = ['--model', `scripted:${place.path('/script.json')}`, '--output-format', 'stream-json'];
    const first = await place.run(['-p', 'go', ...model]);
    expect(first.code).toBe(3);
    expect(place.log()).toMatchObject([
      { tool_name: 'mcp__tools__add', outcome: 'deny', rule: { pattern: '*', layer: 'builtin' } },
      { tool_name: 'mcp__tools__refuse', outcome: 'deny', rule: { pattern: '*', layer: 'builtin' } },
    ]);
    const second = await place.run(['-p', 'go', ...model, '--allow', 'mcp__tools__add:a=1']);
    expect(toolResults(second.stdout)).toMatchObject([{ content: '3', is_error: false }, { is_error: true }]);
    expect(await place.orphans()).toEqual([]);
  });

  test.each<[string, RegExp]>([
    ['hang', /timed out|timeout/i],
    ['crash', /exited with code 7.*out of cheese/],
    ['babble', /timed out|timeout|no message/i],
  ])('a tool that can %s fails with the true cause, and the run continues', async (tool, message) => {
    const place = placeWith(settings(), [`mcp__tools__${tool}`, {}], read('a.txt'));
    const { code, stdout, timedOut } = await play(place);
    expect({ code, timedOut }).toEqual({ code: 0, timedOut: false });
    expect(toolResults(stdout)[0]).toMatchObject({ is_error: true, content: expect.stringMatching(message) });
    expect(await place.orphans()).toEqual([]);
  });

  test.each([
    ['is not there', '[mcp_servers.tools]\ncommand = "/nonexistent/server"\n'],
    ['exits at once', '[mcp_servers.tools]\ncommand = "/bin/false"\n'],
    ['says nothing', '[mcp_servers.tools]\ncommand = "/bin/sleep"\nargs = ["600"]\ntimeout_ms = 500\n'],
  ])('a server that %s is named once, and the run continues', async (_, text) => {
    const place = placeWith(text);
    const { code, stdout, stderr } = await play(place);
    expect(code).toBe(0);
    expect(resultOf(stdout).result).toBe('Done.');
    expect(stderr.match(/the MCP server `tools` is not there/g)).toHaveLength(1);
    expect(await place.orphans()).toEqual([]);
  });
});

test('every judged call has its line, also when a reply makes many at once', async () => {
  const uses = Array.from({ length: 40 }, (_, index): Use => (index % 3 === 0 ? bash(`echo ${index}`) : read('a.txt')));
  const place = new Workplace({ 'a.txt': 'one\n', '/script.json': JSON.stringify([calls(...uses), says('Done.')]) });
  const { code, stdout } = await play(place);
  expect({ code, results: toolResults(stdout).length, lines: place.log().length }).toEqual({
    code: 0,
    results: 40,
    lines: 40,
  });
  expect(new Set(place.log().map(({ tool_use_id }) => tool_use_id)).size).toBe(40);
});

test('a log that is required and cannot be written: no call runs, and the operator is told once why', async () => {
  const place = new Workplace({
    '~/.config/caliban/permissions.toml': '[permissions]\naudit_log = "required"\n',
    '~/.local/state/caliban/permission-decisions.jsonl/in-the-way': '',
    '/script.json': JSON.stringify([calls(bash('touch b.txt'), bash('touch b.txt')), says('Done.')]),
  });
  const { code, stdout, stderr } = await play(place);
  expect({ code, made: place.has('b.txt'), results: toolResults(stdout).length }).toEqual({
    code: 0,
    made: false,
    results: 2,
  });
  expect(stderr.match(/cannot be written: .*; audit_log is "required", so no call runs/g)).toHaveLength(1);
});
