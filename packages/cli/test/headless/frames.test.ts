import { once } from 'node:events';
import { relative } from 'node:path';
import { sessionsDirectory, transcriptFile } from '@caliban/agent';
import { describe, expect, test } from 'vitest';
import { calls as wireCalls, says as wireSays } from '../../../agent/test/providers/wire-reply.ts';
import { framesIn, initOf, resultOf } from './helpers/frames.ts';
import { providerSettings, startProvider } from './helpers/provider.ts';
import { bash, calls, read, says, script, write } from './helpers/scripts.ts';
import { Workplace } from './helpers/workplace.ts';

const prompt = (content: unknown) => `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;
const BOTH = ['--input-format', 'stream-json', '--output-format', 'stream-json'];
const scripted = (place: Workplace) => ['--model', `scripted:${place.path('/script.json')}`];

describe('the output', () => {
  const placed = () => new Workplace({ 'a.txt': 'one\n', '/script.json': script(read('a.txt'), write('b.txt')) });

  test('text: the answer alone', async () => {
    const place = placed();
    const { code, stdout, stderr } = await place.run(['-p', 'go', ...scripted(place)]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: 'Done.\n' });
    expect(stderr).toContain('denied: Write needs approval');
  });

  test('json: one result', async () => {
    const place = placed();
    const { stdout } = await place.run(['-p', 'go', ...scripted(place), '--output-format', 'json']);
    expect(framesIn(stdout)).toMatchObject([
      {
        type: 'result',
        subtype: 'success',
        is_error: false,
        num_turns: 3,
        result: 'Done.',
        permission_denials: [
          { tool_name: 'Write', tool_use_id: 'call-2-1', tool_input: { path: 'b.txt', content: 'x\n' } },
        ],
      },
    ]);
  });

  test('stream-json: init, then every message, then the result, all of one session', async () => {
    const place = placed();
    const { stdout } = await place.run(['-p', 'go', ...scripted(place), '--output-format', 'stream-json']);
    const frames = framesIn(stdout);
    expect(frames.map(({ type }) => type)).toEqual([
      'system',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
      'result',
    ]);
    expect(new Set(frames.map(({ session_id }) => session_id)).size).toBe(1);
    expect(initOf(stdout)).toMatchObject({ subtype: 'init', cwd: place.path('.').replace(/\/$/, ''), mcp_servers: [] });
  });
});

describe('the input', () => {
  test('standard input is the prompt, or follows it', async () => {
    const server = await startProvider();
    const place = new Workplace({ '~/.config/caliban/settings.toml': providerSettings(server, 'main') });
    server.will(wireSays('One.'), wireSays('Two.'));
    await place.run(['-p'], { input: 'from a pipe\n' });
    await place.run(['-p', 'what is this?'], { input: 'from a pipe\n' });
    const prompts = server.requests.map(({ body }) => body.messages.at(-1).content);
    expect(prompts.map((content) => (typeof content === 'string' ? content : content[0].text))).toEqual([
      'from a pipe',
      'what is this?\n\nfrom a pipe',
    ]);
  });

  test('stream-json in both directions: several prompts in one conversation', async () => {
    const place = new Workplace({ '/script.json': JSON.stringify([says('One.'), says('Two.')]) });
    const input = `${JSON.stringify({ type: 'control_request', request_id: 'r1', request: { subtype: 'initialize' } })}\n${prompt('first')}\n${prompt([{ type: 'text', text: 'second' }])}`;
    const { code, stdout } = await place.run(['-p', ...BOTH, ...scripted(place)], { input });
    expect(code).toBe(0);
    expect(framesIn(stdout).flatMap(({ type, result }) => (type === 'result' ? [result] : []))).toEqual([
      'One.',
      'Two.',
    ]);
    expect(stdout).toContain('"control_response"');
  });

  test.each([[[]], [['--system-prompt', '']]])('as Agent SDKs of Claude Code start it: %j', async (more) => {
    const place = new Workplace({ '/script.json': JSON.stringify([says('One.')]) });
    const flags = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'];
    const { code, stdout, stderr } = await place.run([...flags, ...more, ...scripted(place)], {
      input: prompt('first'),
    });
    expect({ code, stderr, last: framesIn(stdout).at(-1)?.result }).toEqual({ code: 0, stderr: '', last: 'One.' });
  });

  test.each([
    ['no JSON', 'hello\n', /line 1 of the input: no JSON/],
    ['a picture', prompt([{ type: 'image' }]), /only text blocks/],
    ['no content', `${JSON.stringify({ type: 'user' })}\n`, /needs `content`/],
  ])('%s on standard input ends the run with its line', async (_, input, message) => {
    const place = new Workplace({ '/script.json': script() });
    const { code, stderr } = await place.run(['-p', ...BOTH, ...scripted(place)], { input });
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });

  test('a client that keeps its side open is left when it talks nonsense', async () => {
    const place = new Workplace({ '/script.json': script() });
    const options = { input: 'hello\n', keepInputOpen: true };
    const { finished } = place.start(['-p', ...BOTH, ...scripted(place)], options);
    expect(await finished).toMatchObject({ code: 1, timedOut: false });
  });

  test('a client that keeps its side open is left when interrupted', async () => {
    const place = new Workplace({ '/script.json': JSON.stringify([says('One.')]) });
    const options = { input: prompt('first'), keepInputOpen: true };
    const { child, finished } = place.start(['-p', ...BOTH, ...scripted(place)], options);
    let seen = '';
    while (!seen.includes('"result"')) seen += (await once(child.stdout as NodeJS.ReadableStream, 'data'))[0];
    child.kill('SIGINT');
    expect(await finished).toMatchObject({ code: 130, timedOut: false });
  });
});

describe('exit codes', () => {
  test.each<[number, string, readonly string[], RegExp]>([
    [2, 'an unknown flag', ['-p', 'go', '--alow', 'Bash'], /no flag `--alow`.*--allow/],
    [2, 'an unknown mode', ['-p', 'go', '--permission-mode', 'yolo'], /plan/],
    [2, 'no prompt', ['-p'], /there is no prompt/],
    [2, 'flags that contradict each other', ['-p', 'go', '--no-permissions', '--allow', 'Bash'], /leave out --allow/],
    [2, 'a limit that is none', ['-p', 'go', '--max-turns', '0'], /--max-turns/],
    [2, 'a session that is not there', ['-p', 'go', '--resume', 'nobody'], /no session `nobody`/],
    [2, 'nothing to continue', ['-p', 'go', '--continue'], /no session/],
    [2, 'a pattern that can never match', ['-p', 'go', '--allow', 'Bash('], /Bash\(/],
    [78, 'a model that is not there', ['-p', 'go', '--model', 'scripted:/nonexistent'], /cannot be read/],
    [78, 'a route that is none', ['-p', 'go', '--model', 'nonsense'], /is not a route/],
  ])('%d: %s', async (code, _, argv, message) => {
    const place = new Workplace({ '/script.json': script() });
    const model = argv.includes('--model') ? [] : scripted(place);
    const finished = await place.run([...argv, ...model]);
    expect({ code: finished.code, stdout: finished.stdout }).toEqual({ code, stdout: '' });
    expect(finished.stderr).toMatch(message);
  });

  test('78: a rules file that does not load, with its line', async () => {
    const place = new Workplace({
      '/script.json': script(),
      '.caliban/permissions.toml': '[[permissions.rules]]\npattern = "Bash"\naction = "alow"\n',
    });
    const { code, stderr } = await place.run(['-p', 'go', ...scripted(place)]);
    expect(code).toBe(78);
    expect(stderr).toContain('permissions.toml:3');
  });

  test('1: --max-turns is reached', async () => {
    const place = new Workplace({
      'a.txt': '',
      '/script.json': JSON.stringify([calls(read('a.txt')), calls(read('a.txt')), says('Done.')]),
    });
    const { code, stdout } = await place.run([
      '-p',
      'go',
      ...scripted(place),
      '--max-turns',
      '2',
      '--output-format',
      'json',
    ]);
    expect({ code, subtype: resultOf(stdout).subtype, lines: place.log().length }).toEqual({
      code: 1,
      subtype: 'error_max_turns',
      lines: 2,
    });
  });
});

describe('a second process continues the conversation', () => {
  test.each<[string, (id: string) => readonly string[]]>([
    ['--continue', () => ['--continue']],
    ['--resume ID', (id) => ['--resume', id]],
    ['--resume and how the id begins', (id) => ['--resume', id.slice(0, 8)]],
  ])('%s', async (_, flags) => {
    const server = await startProvider();
    const place = new Workplace({
      'a.txt': 'one\n',
      '~/.config/caliban/settings.toml': providerSettings(server, 'main'),
    });
    server.will(wireCalls(['c1', 'Read', { path: 'a.txt' }]), wireSays('It says one.'), wireSays('It said one.'));
    const first = await place.run(['-p', 'what does it say?', '--output-format', 'json']);
    const id = resultOf(first.stdout).session_id as string;
    const second = await place.run(['-p', 'and before?', '--output-format', 'json', ...flags(id)]);
    expect({ code: second.code, session: resultOf(second.stdout).session_id }).toEqual({ code: 0, session: id });
    const sent = server.requests.at(-1)?.body.messages.map(({ role }: { role: string }) => role);
    expect(sent).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('It says one.');
  });

  test('a beginning that several share names them', async () => {
    const place = new Workplace({ '/script.json': JSON.stringify([says('One.')]) });
    const sessions = sessionsDirectory(place.path('~/.local/state/caliban'), place.path('.'));
    for (const id of ['ab', 'abc-1', 'abc-2']) place.write(relative(place.path('.'), transcriptFile(sessions, id)), '');
    const resume = (id: string) => place.run(['-p', 'go', ...scripted(place), '--resume', id]);
    expect((await resume('abc')).stderr).toMatch(/several sessions begin with `abc`: abc-\d, abc-\d; write more/);
    expect((await resume('ab')).stderr).toContain('session `ab` holds no messages');
  });

  test('a wrong --resume ends although servers are configured', async () => {
    const place = new Workplace({
      '/script.json': script(bash('true')),
      '~/.config/caliban/settings.toml': '[mcp_servers.cat]\ncommand = "/bin/cat"\ntimeout_ms = 1000\n',
    });
    expect(await place.run(['-p', 'go', ...scripted(place), '--resume', 'nobody'])).toMatchObject({
      code: 2,
      timedOut: false,
    });
    expect(await place.orphans()).toEqual([]);
  });
});
