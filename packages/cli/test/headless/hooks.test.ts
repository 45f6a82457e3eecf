import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toolResults } from './helpers/frames.ts';
import { bash, read, script } from './helpers/scripts.ts';
import { type Finished, Workplace } from './helpers/workplace.ts';

const hook = (command: string, more = '') =>
  `[[hooks]]\nevent = "PreToolUse"\ncommand = ${JSON.stringify(command)}\n${more}\n`;
const answer = (fields: object) => `echo '${JSON.stringify({ hookSpecificOutput: fields })}'`;

function placeWith(settings: string): Workplace {
  return new Workplace({
    'a.txt': 'one\n',
    '~/.config/caliban/settings.toml': settings,
    '/script.json': script(bash('touch b.txt'), read('a.txt')),
  });
}

function play(place: Workplace, flags: readonly string[] = ['--allow', 'Bash']): Promise<Finished> {
  return place.run([
    '-p',
    'go',
    '--model',
    `scripted:${place.path('/script.json')}`,
    '--output-format',
    'stream-json',
    ...flags,
  ]);
}

describe('[[hooks]] of the user', () => {
  test.each<[string, string, string, RegExp]>([
    ['refuses', hook('exit 2', 'matcher = "Bash"'), 'refused', /refused this call/],
    [
      'refuses with its own words',
      hook('echo no lamps today >&2; exit 2', 'matcher = "Bash"'),
      'refused',
      /no lamps today/,
    ],
    [
      'refuses in JSON',
      hook(answer({ permissionDecision: 'deny', permissionDecisionReason: 'not on Sundays' }), 'matcher = "Bash"'),
      'refused',
      /not on Sundays/,
    ],
    ['takes too long', hook('sleep 600', 'matcher = "Bash"\ntimeout_ms = 200'), 'refused', /longer than 200 ms/],
    ['fails', hook('echo broken >&2; exit 1', 'matcher = "Bash"'), 'refused', /exit code 1: broken/],
    ['talks nonsense', hook('echo "{maybe"', 'matcher = "Bash"'), 'refused', /other than a JSON object/],
    [
      'wants to change the input',
      hook(answer({ updatedInput: { command: 'true' } }), 'matcher = "Bash"'),
      'refused',
      /cannot be changed/,
    ],
    ['is not there', hook('/nonexistent/hook', 'matcher = "Bash"'), 'refused', /exit code 127/],
    ['lets it go on', hook('true'), 'ran', /no output/],
    ['fails, and the operator wants it passed over', hook('exit 1', 'on_error = "continue"'), 'ran', /no output/],
    ['is for other tools', hook('exit 2', 'matcher = "Write"'), 'ran', /no output/],
    ['is for a glob that begins with a star', hook('exit 2', 'matcher = "*ash"'), 'refused', /refused this call/],
    ['is for a glob of other tools', hook('exit 2', 'matcher = "mcp__*"'), 'ran', /no output/],
  ])('one that %s', async (_, settings, expected, message) => {
    const place = placeWith(settings);
    const { code, stdout, timedOut } = await play(place);
    expect({ code, timedOut }).toEqual({ code: 0, timedOut: false });
    expect(place.has('b.txt')).toBe(expected === 'ran');
    expect(toolResults(stdout)[0]?.content).toMatch(message);
    expect(await place.orphans()).toEqual([]);
  });

  test('a hook can say no; only the gate says yes', async () => {
    const place = placeWith(hook(answer({ permissionDecision: 'allow' })));
    expect((await play(place, [])).code).toBe(3);
    expect(place.has('b.txt')).toBe(false);
  });

  test('its refusal is logged, and PermissionDenied runs', async () => {
    const place = placeWith('');
    const denied = place.path('/denied.json');
    const told = `${hook('echo no lamps today >&2; exit 2', 'matcher = "Bash"')}[[hooks]]\nevent = "PermissionDenied"\ncommand = "cat > ${denied}"\n`;
    place.write('~/.config/caliban/settings.toml', told);
    await play(place);
    expect(place.log()).toMatchObject([
      { tool_name: 'Bash', action: 'deny', outcome: 'deny', because: { kind: 'hook', message: 'no lamps today' } },
      { tool_name: 'Read', outcome: 'allow' },
    ]);
    expect(place.log()[0]).not.toHaveProperty('rule');
    expect(JSON.parse(place.read('/denied.json'))).toMatchObject({
      hook_event_name: 'PermissionDenied',
      tool_name: 'Bash',
      reason: 'no lamps today',
    });
  });

  test('it gets the same input as in Claude Code, and refusals', async () => {
    const place = placeWith('');
    const told = `${hook(`cat > ${place.path('/before.json')}`, 'matcher = "Bash"')}[[hooks]]\nevent = "PermissionDenied"\ncommand = "cat > ${place.path('/denied.json')}"\n`;
    place.write('~/.config/caliban/settings.toml', told);
    await play(place, ['--deny', 'Bash']);
    const before = JSON.parse(place.read('/before.json'));
    expect(before).toMatchObject({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'touch b.txt' },
      permission_mode: 'default',
    });
    const [prompt] = readFileSync(before.transcript_path, 'utf8').split('\n');
    expect(JSON.parse(prompt as string)).toMatchObject({
      session_id: before.session_id,
      message: { role: 'user', text: 'go' },
    });
    expect(JSON.parse(place.read('/denied.json'))).toMatchObject({
      hook_event_name: 'PermissionDenied',
      tool_name: 'Bash',
    });
  });
});

test("a project's hooks and servers are withheld with a warning until it is trusted", async () => {
  const place = placeWith('').write(
    '.caliban/settings.toml',
    `${hook('touch hooked.txt')}[mcp_servers.evil]\ncommand = "touch"\nargs = ["served.txt"]\n`,
  );
  const { code, stderr } = await play(place);
  expect(code).toBe(0);
  expect(stderr).toMatch(/a hook on PreToolUse .* is ignored, because this project is not trusted/);
  expect(stderr).toMatch(/the MCP server `evil` .* is ignored/);
  expect([place.has('hooked.txt'), place.has('served.txt')]).toEqual([false, false]);
});
