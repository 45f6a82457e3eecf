import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recorded } from '../../../adapters/test/helpers/recorded.ts';
import { HookScratch } from './hook-process.ts';

const LOCAL = 'ws/.caliban/permissions.local.toml';
const PROJECT = 'ws/.caliban/permissions.toml';
const USER = 'home/.config/caliban/permissions.toml';
const HOST_LOCAL = 'ws/.claude/settings.local.json';
const HOST_PROJECT = 'ws/.claude/settings.json';
const HOST_USER = 'home/.claude/settings.json';
const OFFERS = 'home/.cache/caliban/offers';

let scratch: HookScratch;
beforeEach(() => {
  scratch = new HookScratch();
});
afterEach(() => scratch.remove());

const MAKE = offer('localSettings', 'Bash', 'make x *');

describe('a rule that the dialog offered and Claude Code wrote', () => {
  test.each([
    ['local', MAKE, HOST_LOCAL, ['Bash(make x *)'], LOCAL],
    ['project', offer('projectSettings', 'Bash', 'make x *'), HOST_PROJECT, ['Bash(make x *)'], PROJECT],
    ['user', offer('userSettings', 'Bash', 'make x *'), HOST_USER, ['Bash(make x *)'], USER],
    ['a host', offer('localSettings', 'WebFetch', 'domain:a.org'), HOST_LOCAL, ['WebFetch(domain:a.org)'], LOCAL],
    ['a tool', offer('localSettings', 'mcp__git__log'), HOST_LOCAL, ['mcp__git__log'], LOCAL],
    ['parens', offer('localSettings', 'Bash', 'echo (x)'), HOST_LOCAL, ['Bash(echo \\(x\\))'], LOCAL],
  ])('is written: %s', async (_, suggestion, hostFile, rules, ourFile) => {
    await dialog([suggestion]);
    allowInHost(hostFile, rules);
    await ran();
    expect(patternsIn(ourFile)).toEqual(rules);
    expect(read(ourFile)).toContain('comment = "allowed always in Claude Code on 20');
  });

  test.each([
    ['only this time', [MAKE], []],
    ['another rule', [MAKE], ['Bash(make *)']],
    ['for the session', [offer('session', 'Read', '//etc/**')], ['Read(//etc/**)']],
    ['a deny', [{ ...MAKE, behavior: 'deny' }], ['Bash(make x *)']],
    ['another kind of change', [{ ...MAKE, type: 'replaceRules' }], ['Bash(make x *)']],
    ['nonsense', [null, 1, { type: 'addRules', rules: 1 }], ['Bash(make x *)']],
    ['what our rules cannot say', [offer('localSettings', 'Skill', 'x')], ['Skill(x)']],
  ])('is not written: %s', async (_, suggestions, rules) => {
    await dialog(suggestions);
    allowInHost(HOST_LOCAL, rules);
    await ran();
    expect(existsSync(join(scratch.root, LOCAL))).toBe(false);
  });

  test('is not written where the host had it before the dialog', async () => {
    allowInHost(HOST_LOCAL, ['Bash(make x *)']);
    await dialog([MAKE]);
    await ran();
    expect(existsSync(join(scratch.root, LOCAL))).toBe(false);
  });

  test.each([
    ['another call', { tool_input: { command: 'make y' } }],
    ['another session', { session_id: 'other' }],
    ['another agent', { agent_id: 'a' }],
  ])('is not written after %s', async (_, other) => {
    await dialog([MAKE]);
    allowInHost(HOST_LOCAL, ['Bash(make x *)']);
    await ran(other);
    expect(existsSync(join(scratch.root, LOCAL))).toBe(false);
  });

  test('is written after the rules that are there, whose comments stay', async () => {
    scratch.write(LOCAL, '# mine\n[[permissions.rules]]\npattern = "Bash:make x y"\naction = "ask" # always\n');
    await dialog([MAKE]);
    allowInHost(HOST_LOCAL, ['Bash(make x *)']);
    await ran();
    expect(patternsIn(LOCAL)).toEqual(['Bash:make x y', 'Bash(make x *)']);
    expect(read(LOCAL)).toMatch(/^# mine\n.*action = "ask" # always\n/s);
  });

  test('is not written again', async () => {
    await dialog([MAKE]);
    allowInHost(HOST_LOCAL, ['Bash(make x *)']);
    scratch.rules(LOCAL, 'allow Bash(make x *)');
    const before = read(LOCAL);
    await ran();
    expect(read(LOCAL)).toBe(before);
  });

  test('is written when Claude Code reports the call before it writes its file', async () => {
    await dialog([MAKE]);
    const reported = ran();
    await setTimeout(700);
    allowInHost(HOST_LOCAL, ['Bash(make x *)']);
    await reported;
    expect(patternsIn(LOCAL)).toEqual(['Bash(make x *)']);
  });

  test('applies to the next call, also in a project whose user was never asked', async () => {
    await dialog([MAKE]);
    allowInHost(HOST_LOCAL, ['Bash(make x *)']);
    await ran();
    const { stdout } = await scratch.hook({ input: scratch.bash('make x') });
    expect(stdout).toContain('"permissionDecision":"allow"');
  });

  test('is in the log, on the line about what happened to the call', async () => {
    await dialog([MAKE]);
    allowInHost(HOST_LOCAL, ['Bash(make x *)']);
    await ran();
    expect(scratch.log()).toMatchObject([{ outcome: 'left-to-host' }, { event: 'ran', always: ['Bash(make x *)'] }]);
  });
});

describe('a deny or ask of the user stays', () => {
  test.each([
    ['ask', 'Bash:make x deploy', USER],
    ['deny', 'Bash:* deploy', USER],
    ['ask', '@publish', USER],
    ['ask', 'Bash:make x deploy', PROJECT],
  ])('%s `%s` in %s would be tried later', async (action, pattern, file) => {
    scratch.rules(file, `${action} ${pattern}`);
    await dialog([MAKE]);
    allowInHost(HOST_LOCAL, ['Bash(make x *)']);
    const { stdout, stderr, exit } = await ran();
    expect({ stdout, exit }).toEqual({ stdout: '', exit: 0 });
    expect(stderr).toContain(`\`Bash(make x *)\` is not kept: it would come before ${action} \`${pattern}\``);
    expect(stderr).toContain("caliban perms add 'Bash(make x *)' allow --scope local");
    expect(existsSync(join(scratch.root, LOCAL))).toBe(false);
  });

  test.each([
    ['deny', 'Bash:make y', USER],
    ['deny', 'Read:*.pem', USER],
  ])('%s `%s` in %s has nothing in common with it', async (action, pattern, file) => {
    scratch.rules(file, `${action} ${pattern}`);
    await dialog([MAKE]);
    allowInHost(HOST_LOCAL, ['Bash(make x *)']);
    await ran();
    expect(patternsIn(LOCAL)).toEqual(['Bash(make x *)']);
  });

  test('an answer to a question of our ask rule is not remembered', async () => {
    scratch.rules(USER, 'ask Bash:make *');
    await dialog([MAKE]);
    expect(existsSync(join(scratch.root, OFFERS))).toBe(false);
  });
});

test.each([
  ['a rule file that does not load', LOCAL, 'nonsense'],
  ['settings of the host that are not JSON', HOST_LOCAL, '{'],
])('%s is a notice at most', async (_, file, content) => {
  await dialog([MAKE]);
  allowInHost(HOST_LOCAL, ['Bash(make x *)']);
  scratch.write(file, content);
  const { stdout, exit } = await ran();
  expect({ stdout, exit }).toEqual({ stdout: '', exit: 0 });
  expect(read(file)).toBe(content);
});

test('the stored offers are private, bounded, and gone after the call', async () => {
  for (let call = 0; call < 3; call++) await dialog([MAKE], { tool_input: { command: `make x ${call}` } });
  for (let call = 0; call < 150; call++) scratch.write(`${OFFERS}/${call}.json`, '[]');
  await dialog([MAKE]);
  const directory = join(scratch.root, OFFERS);
  expect(readdirSync(directory).length).toBeLessThanOrEqual(100);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  const before = readdirSync(directory);
  await ran();
  const gone = before.filter((name) => !readdirSync(directory).includes(name));
  expect(gone).toHaveLength(1);
});

test('a payload as Claude Code 2.1.325 sends it', async () => {
  const event = recorded('claude-code', 'permission-request-always') as Readonly<Record<string, unknown>>;
  await scratch.hook({ input: { ...event, cwd: join(scratch.root, 'ws') } });
  allowInHost(HOST_LOCAL, ['Bash(make x *)']);
  const { permission_suggestions, ...call } = event;
  const after = { ...call, hook_event_name: 'PostToolUse', tool_use_id: 'call_0', cwd: join(scratch.root, 'ws') };
  await scratch.hook({ input: after });
  expect(permission_suggestions).toHaveLength(1);
  expect(patternsIn(LOCAL)).toEqual(['Bash(make x *)']);
});

function offer(destination: string, toolName: string, ruleContent?: string): Readonly<Record<string, unknown>> {
  const rule = ruleContent === undefined ? { toolName } : { toolName, ruleContent };
  return { type: 'addRules', rules: [rule], behavior: 'allow', destination };
}

/** The event before the call, and the one before Claude Code's dialog. */
async function dialog(permission_suggestions: readonly unknown[], more: object = {}): Promise<void> {
  await scratch.hook({ input: scratch.bash('make x', { ...more, tool_use_id: 't' }) });
  const asking = { ...more, hook_event_name: 'PermissionRequest', permission_suggestions };
  const { stdout, stderr } = await scratch.hook({ input: scratch.bash('make x', asking) });
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
}

function ran(more: object = {}): ReturnType<HookScratch['hook']> {
  const event = { hook_event_name: 'PostToolUse', tool_use_id: 't', tool_response: {} };
  return scratch.hook({ input: scratch.bash('make x', { ...event, ...more }) });
}

function allowInHost(file: string, allow: readonly string[]): void {
  scratch.write(file, JSON.stringify({ permissions: { allow } }));
}

function patternsIn(file: string): readonly string[] {
  return [...read(file).matchAll(/^pattern = ["'](.*)["']$/gm)].map(([, text = '']) => text.replaceAll('\\\\', '\\'));
}

function read(file: string): string {
  return readFileSync(join(scratch.root, file), 'utf8');
}
