import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { absolutePath, describeCall, type ToolCall } from '@caliban/calls';
import { CompositeHooks, type Hook, type HookAnswer } from '@caliban/gate';
import { describe, expect, test } from 'vitest';
import { type CommandHookSettings, commandHook } from '../../src/hooks/command-hook.ts';
import { CALM, collect, madeAgent, madeDirectory, only } from '../helpers/made-agent.ts';
import { madeTool } from '../helpers/made-tools.ts';

const WORKSPACE = madeDirectory();

const CALL: ToolCall = describeCall({
  tool: 'Bash',
  input: { command: 'ls' },
  context: { workspace: WORKSPACE },
  origin: { sessionId: 's1', turn: 2, toolUseId: 't1', agent: 'agent-1' },
});

function made(settings: Partial<CommandHookSettings>): { readonly hook: Hook; readonly reported: string[] } {
  const reported: string[] = [];
  const place = {
    mode: () => 'acceptEdits' as const,
    env: process.env,
    transcriptOf: (sessionId: string) => `/state/${sessionId}.jsonl`,
    report: (problem: string) => void reported.push(problem),
  };
  const hook = commandHook({ event: 'PreToolUse', command: 'true', ...settings }, place);
  if (!hook.ok) throw new Error(hook.error);
  return { hook: hook.value, reported };
}

function answer(command: string, more: Partial<CommandHookSettings> = {}): Promise<HookAnswer> {
  return made({ command, ...more }).hook.beforeTool(CALL, CALM);
}

/** A command that prints this JSON. */
function printing(value: unknown, exit = 0): string {
  return `cat > /dev/null; printf '%s' '${JSON.stringify(value)}'; exit ${exit}`;
}

const GO: HookAnswer = { kind: 'continue' };
const ALLOW = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } };

function specific(fields: Readonly<Record<string, unknown>>): unknown {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } };
}

describe('before a call', () => {
  test.each<[string, string]>([
    ['says nothing', 'true'],
    ['says something to a person', 'echo looks good'],
    ['does not read what it is told', 'exec 0<&-; exit 0'],
    ['allows, which is for the gate to say', printing(ALLOW)],
    ['approves the old way', printing({ decision: 'approve' })],
    ['gives the same input back', printing(specific({ permissionDecision: 'allow', updatedInput: { command: 'ls' } }))],
    ['has a remark', printing({ systemMessage: 'hm', suppressOutput: true })],
  ])('a hook that %s lets it go on to the gate', async (_, command) => {
    expect(await answer(command)).toEqual(GO);
  });

  test.each<[string, string, string]>([
    ['exit 2 with words', 'echo "not on fridays" >&2; exit 2', 'not on fridays'],
    ['exit 2 without', 'exit 2', 'the hook `exit 2` refused this call'],
    ['a deny', printing(specific({ permissionDecision: 'deny', permissionDecisionReason: 'no' })), 'no'],
    ['a deny with exit 1', printing(specific({ permissionDecision: 'deny', permissionDecisionReason: 'no' }), 1), 'no'],
    ['a block', printing({ decision: 'block', reason: 'blocked' }), 'blocked'],
    ['continue: false', printing({ continue: false, stopReason: 'enough' }), 'enough'],
  ])('%s refuses', async (_, command, message) => {
    expect(await answer(command)).toEqual({ kind: 'deny', message });
  });

  test.each<[string, string, string]>([
    [
      'an ask',
      printing(specific({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' })),
      'only an ask rule can do: sure?',
    ],
    ['another input', printing(specific({ updatedInput: { command: 'ls -l' } })), 'a judged input cannot be changed'],
  ])('%s cannot be honoured, so it refuses', async (_, command, message) => {
    expect(await answer(command, { onError: 'continue' })).toEqual({
      kind: 'deny',
      message: expect.stringContaining(message),
    });
  });

  describe.each<[string, string, string, Partial<CommandHookSettings>?]>([
    ['fails', 'echo oops >&2; exit 1', 'it ended with exit code 1: oops'],
    ['is not there', '/nowhere/hook', 'it ended with exit code 127'],
    ['is killed', 'kill -9 $$', 'it was killed by SIGKILL'],
    ['takes too long', 'sleep 600', 'it took longer than 50 ms', { timeoutMs: 50 }],
    [
      'prints half a JSON text',
      'printf "{\\"continue\\": fal"',
      'it printed something other than a JSON object: {"continue": fal',
    ],
    ['prints noise before its answer', 'echo "welcome!"; echo "{}"', 'it printed something other than a JSON object'],
    [
      'decides what nobody knows',
      printing(specific({ permissionDecision: 'Deny' })),
      'it gave an unknown decision: "Deny"',
    ],
    ['decides a number', printing({ decision: 1 }), 'it gave an unknown decision: 1'],
  ])('a hook that %s', (_, command, problem, more) => {
    test('refuses, and says what is wrong', async () => {
      expect(await answer(command, more)).toEqual({ kind: 'deny', message: expect.stringContaining(problem) });
    });

    test('is ignored if the operator wants that, and reported', async () => {
      const { hook, reported } = made({ command, ...more, onError: 'continue' });
      expect(await hook.beforeTool(CALL, CALM)).toEqual(GO);
      expect(reported).toEqual([expect.stringContaining(problem)]);
    });
  });

  test('an interruption ends it, and what it has started, and lets nothing through', async () => {
    const file = join(madeDirectory(), 'pid');
    const interruption = new AbortController();
    const { hook } = made({ command: `sleep 600 & echo $! > ${file}; wait`, onError: 'continue' });
    const answered = hook.beforeTool(CALL, interruption.signal);
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8').trim()).toMatch(/^\d+$/);
    interruption.abort();
    expect((await answered).kind).toBe('deny');
    const pid = readFileSync(file, 'utf8').trim();
    await expect
      .poll(() => existsSync(`/proc/${pid}`) && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
      .toBe(false);
  });

  test('background processes do not delay the call', async () => {
    expect(await answer('sleep 3 & exit 0')).toEqual(GO);
  });
});

describe('its input', () => {
  const TOLD = {
    session_id: 's1',
    transcript_path: '/state/s1.jsonl',
    cwd: WORKSPACE,
    permission_mode: 'acceptEdits',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: 't1',
    agent_id: 'agent-1',
  };

  test.each<[CommandHookSettings['event'], (hook: Hook) => unknown, Readonly<Record<string, unknown>>]>([
    ['PreToolUse', (hook) => hook.beforeTool(CALL, CALM), {}],
    [
      'PostToolUse',
      (hook) => hook.afterTool?.(CALL, { text: 'a b', isError: false }, CALM),
      { tool_response: { text: 'a b', isError: false } },
    ],
    [
      'PermissionRequest',
      (hook) => hook.onPermissionRequest?.({ call: CALL, verdict: { action: 'ask', because: { kind: 'no-rule' } } }),
      {},
    ],
    ['PermissionDenied', (hook) => hook.onPermissionDenied?.(CALL, 'no'), { reason: 'no' }],
  ])('%s', async (event, fire, more) => {
    const file = join(madeDirectory(), 'told');
    await fire(made({ event, command: `cat > ${file}` }).hook);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...TOLD, hook_event_name: event, ...more });
  });

  test("it runs in the workspace, and gets the model's current directory", async () => {
    const file = join(madeDirectory(), 'where');
    const cwd = absolutePath(madeDirectory());
    const call = { ...CALL, context: { workspace: WORKSPACE, cwd } };
    await made({ command: `echo "$(pwd) $CALIBAN_PROJECT_DIR" > ${file}; cat >> ${file}` }).hook.beforeTool(call, CALM);
    const [where, told] = readFileSync(file, 'utf8').split('\n');
    expect(where).toBe(`${WORKSPACE} ${WORKSPACE}`);
    expect(JSON.parse(told as string)).toMatchObject({ cwd });
  });

  test('more than a pipe can buffer', async () => {
    const call = { ...CALL, input: { command: 'x'.repeat(2_000_000) } };
    const counted = await made({ command: 'n=$(wc -c); echo "$n" >&2; exit 2' }).hook.beforeTool(call, CALM);
    expect(Number(counted.kind === 'deny' ? counted.message : 0)).toBeGreaterThan(2_000_000);
  });
});

describe('which calls it is for', () => {
  test.each<[string | undefined, boolean]>([
    [undefined, true],
    ['', true],
    ['*', true],
    ['Bash', true],
    ['Edit|Bash', true],
    ['Edit, Bash', true],
    ['Ba', false],
    ['bash', false],
    ['^B.*', true],
    ['mcp__.*', false],
  ])('matcher %j', async (matcher, isAsked) => {
    const { hook } = made({ command: 'exit 2', ...(matcher === undefined ? {} : { matcher }) });
    expect((await hook.beforeTool(CALL, CALM)).kind).toBe(isAsked ? 'deny' : 'continue');
  });

  test('and at no other time', async () => {
    const file = join(madeDirectory(), 'ran');
    const { hook } = made({ event: 'PostToolUse', command: `touch ${file}; exit 2` });
    expect(await hook.beforeTool(CALL, CALM)).toEqual(GO);
    expect(existsSync(file)).toBe(false);
  });

  test.each<[Partial<CommandHookSettings>, string]>([
    [{ matcher: '(' }, 'bad matcher `(`'],
    [{ command: ' ' }, 'a hook needs a command'],
  ])('%j cannot be', (settings, problem) => {
    const hook = commandHook(
      { event: 'PreToolUse', command: 'true', ...settings },
      { mode: () => 'default', env: {}, report: () => {} },
    );
    expect(hook).toEqual({ ok: false, error: expect.stringContaining(problem) });
  });
});

test('after a call its failure is reported and changes nothing', async () => {
  const reported: string[] = [];
  const { hook } = made({ event: 'PostToolUse', command: 'echo dirty >&2; exit 2' });
  await new CompositeHooks([hook], { report: (problem) => void reported.push(problem) }).afterTool(CALL, 'x', CALM);
  expect(reported).toEqual([expect.stringContaining('exit code 2: dirty')]);
});

test('in an agent: its no reaches the model, and the gate is not asked', async () => {
  const { hook } = made({ command: 'echo "use the linter" >&2; exit 2', matcher: 'Read' });
  const { agent, logged } = madeAgent({
    tools: () => [madeTool({ name: 'Read' })],
    hooks: [hook],
    script: [{ tool_uses: [{ name: 'Read', input: {} }] }, {}],
  });
  const [finished] = only(await collect(agent.run('go', CALM)), 'tool-finished');
  expect([finished?.end, finished?.result.text, logged]).toEqual(['denied', 'use the linter', []]);
});
