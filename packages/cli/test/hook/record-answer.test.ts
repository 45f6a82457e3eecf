import { afterAll, beforeEach, expect, test } from 'vitest';
import { NewMachine } from '../../../../test/helpers/new-machine.ts';

/** Everything else is left to the host. */
const RULES = 'permissions = { allow = ["Bash:true"], ask = ["Bash:make"] }\n';
const LOG = '/home/me/.local/state/caliban/permission-decisions.jsonl';
let machine: NewMachine;
beforeEach(() => {
  machine?.remove();
  machine = new NewMachine({ '/home/me/.config/caliban/permissions.toml': RULES });
});
afterAll(() => machine.remove());

const claude = { session_id: 's', tool_use_id: 't', tool_name: 'Bash', tool_input: { command: 'make' } };
const gemini = { session_id: 's', tool_name: 'run_shell_command', tool_input: { command: 'make' } };
const copilot = { sessionId: 's', toolName: 'bash', toolArgs: { command: 'make' } };
const opencode = { tool: 'bash', args: { command: 'make' }, sessionID: 's', callID: 'c' };
const cursor = { conversation_id: 's', command: 'make', cwd: '/', workspace_roots: ['/'] };

type Row = readonly [host: string, before: object, after: object, event: string | null];

/** A host that can't ask refuses by itself, so nothing is left open there. */
test.each<Row>([
  ['claude-code', { ...claude, hook_event_name: 'PreToolUse' }, { ...claude, hook_event_name: 'PostToolUse' }, 'ran'],
  [
    'claude-code',
    { ...claude, hook_event_name: 'PreToolUse' },
    { ...claude, hook_event_name: 'PostToolUseFailure' },
    'failed',
  ],
  [
    'claude-code',
    { ...claude, hook_event_name: 'PreToolUse' },
    { ...claude, hook_event_name: 'PermissionDenied' },
    'refused',
  ],
  [
    'claude-code',
    { ...claude, hook_event_name: 'PreToolUse' },
    { ...claude, session_id: 'x', hook_event_name: 'PostToolUse' },
    null,
  ],
  [
    'claude-code',
    { ...claude, hook_event_name: 'PreToolUse', tool_input: { command: 'true' } },
    { ...claude, hook_event_name: 'PostToolUse' },
    null,
  ],
  ['qwen-code', { ...gemini, hook_event_name: 'PreToolUse' }, { ...gemini, hook_event_name: 'PostToolUse' }, 'ran'],
  ['gemini-cli', { ...gemini, hook_event_name: 'BeforeTool' }, { ...gemini, hook_event_name: 'AfterTool' }, null],
  ['codex', { ...claude, hook_event_name: 'PreToolUse' }, { ...claude, hook_event_name: 'PostToolUse' }, null],
  ['opencode', opencode, opencode, null],
  // What is left to the host, the host decides.
  ...(['claude-code', 'codex'] as const).map((host): Row => {
    const left = { ...claude, tool_input: { command: 'left' } };
    return [host, { ...left, hook_event_name: 'PreToolUse' }, { ...left, hook_event_name: 'PostToolUse' }, 'ran'];
  }),
  ['copilot', copilot, { ...copilot, toolResult: { resultType: 'success' } }, 'ran'],
  ['copilot', copilot, { ...copilot, toolResult: { resultType: 'denied' } }, 'refused'],
  ['copilot', copilot, { ...copilot, error: 'x' }, 'failed'],
  [
    'cursor',
    { ...cursor, hook_event_name: 'beforeShellExecution' },
    { ...cursor, hook_event_name: 'afterShellExecution' },
    'ran',
  ],
])('%s: %j, then %j: %s', (host, before, after, event) => {
  send(host, before);
  expect(send(`${host} --after`, after)).toBe('');
  send(`${host} --after`, after);
  const [decision, ...answers] = lines();
  expect(decision).toMatchObject({ host, session_id: 's' });
  const wanted = { event, host, tool_name: 'Bash', session_id: 's', input_sha256: decision?.input_sha256 };
  expect(answers[0]).toEqual(event === null ? undefined : expect.objectContaining(wanted));
});

test.each([['nonsense'], ['{}'], [JSON.stringify({ ...claude, hook_event_name: 'PostToolUse' })]])(
  'never fails and says nothing: %s',
  (input) => {
    expect(machine.run(`echo '${input}' | caliban hook claude-code --after && echo done`).trim()).toBe('done');
  },
);

test('a log that cannot be written is a warning', () => {
  send('claude-code', { ...claude, hook_event_name: 'PreToolUse' });
  const after = JSON.stringify({ ...claude, hook_event_name: 'PostToolUse' });
  expect(
    machine.run(
      `cd "$HOME/.local/state/caliban" && rm permission-decisions.jsonl && mkdir permission-decisions.jsonl && echo '${after}' | caliban hook claude-code --after 2>&1; echo $?`,
    ),
  ).toMatch(/caliban: what happened to a call could not be logged: .*\n0\s*$/);
});

function send(host: string, payload: object): string {
  return machine.run(`echo '${JSON.stringify(payload)}' | caliban hook ${host}`);
}

function lines(): readonly Readonly<Record<string, unknown>>[] {
  return machine
    .read(LOG)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
