import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import type { HostAdapter } from '../../src/hosts/host-adapter.ts';
import { HOST_NAMES, HOSTS, type HostName } from '../../src/hosts/registry.ts';
import { HOST_READINGS } from '../helpers/host-reading.ts';
import { recorded, recordedNames } from '../helpers/recorded.ts';

const adapters = await Promise.all(
  HOST_NAMES.map(async (name): Promise<[HostName, HostAdapter]> => [name, await HOSTS[name].loadAdapter()]),
);

const EVENT_NAMES = [
  'PreToolUse',
  'BeforeTool',
  'preToolUse',
  'beforeShellExecution',
  'beforeMCPExecution',
  'beforeReadFile',
];
const TOOL_NAMES = [
  ...['Bash', 'Read', 'apply_patch', 'run_shell_command', 'read_many_files', 'str_replace_editor', 'batch', 'Shell'],
  ...['web_fetch', 'MCP:x', 'mcp_a_b_c', 'a-b-c', 'constructor', '__proto__', 'toString'],
];
const FIELD_NAMES = [
  'command',
  'file_path',
  'path',
  'filePath',
  'include',
  'patchText',
  'tool_calls',
  'url',
  '__proto__',
];

const anyInput = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...FIELD_NAMES), fc.jsonValue()));
/** Looks like a payload, with anything in any place. */
const nearPayload = fc.record(
  {
    hook_event_name: fc.oneof(fc.constantFrom(...EVENT_NAMES), fc.jsonValue()),
    tool_name: fc.oneof(fc.constantFrom(...TOOL_NAMES), fc.jsonValue()),
    toolName: fc.oneof(fc.constantFrom(...TOOL_NAMES), fc.jsonValue()),
    tool: fc.oneof(fc.constantFrom(...TOOL_NAMES), fc.jsonValue()),
    tool_input: anyInput,
    toolArgs: anyInput,
    args: anyInput,
    cwd: fc.jsonValue(),
    permission_mode: fc.jsonValue(),
    workspace_roots: fc.jsonValue(),
    mcp_context: fc.jsonValue(),
    servers: fc.jsonValue(),
    command: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const anyPayload = fc.oneof(nearPayload, fc.jsonValue(), fc.anything());

describe.each(adapters)('%s', (name, adapter) => {
  const hostReads = HOST_READINGS[name];

  test('is itself', () => {
    expect(adapter.name).toBe(name);
    expect(hostReads(adapter.silence, 'x')).toBe(name === 'opencode' ? 'allow' : 'goes-on');
  });

  test('never throws, and refuses what it cannot read', () => {
    fc.assert(
      fc.property(anyPayload, fc.constantFrom('allow', 'ask', 'deny'), fc.string(), (payload, action, message) => {
        const request = adapter.read(payload);
        const reply = adapter.reply({ action, message }, payload);
        if (!request.ok) expect(hostReads(reply, eventOf(payload))).toBe('deny');
        else if (request.value.kind === 'calls') {
          expect(request.value.calls.length).toBeGreaterThan(0);
          for (const { tool } of request.value.calls) expect(tool).toMatch(/./s);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  const payloads = recordedNames(name).map((file) => [file, recorded(name, file)] as const);
  const judged = payloads.filter(([, payload]) => {
    const request = adapter.read(payload);
    return request.ok && request.value.kind === 'calls';
  });

  test.each(judged)('%s: the host understands every answer', (_, payload) => {
    const event = eventOf(payload);
    for (const message of ['why', '', ' \n', 'ü'.repeat(50_000), '\ud800 "}\n{', '{"permission":"allow"}']) {
      const deny = adapter.reply({ action: 'deny', message }, payload);
      expect(hostReads(deny, event)).toBe('deny');
      const ask = hostReads(adapter.reply({ action: 'ask', message }, payload), event);
      // Going on is an ask where the host's own question is what comes next.
      expect(asksAbout(name, payload)).toContain(ask);
      const allow = hostReads(adapter.reply({ action: 'allow', message }, payload), event);
      expect(name === 'codex' && event === 'PreToolUse' ? 'goes-on' : 'allow').toBe(allow);
    }
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'PreToolUse'],
    ['a list', []],
    ['an empty object', {}],
    ['a tool that is a number', { hook_event_name: 'PreToolUse', tool_name: 5, toolName: 5, tool: 5 }],
    ['an event nobody knows', { hook_event_name: 'PreToolUse2', tool_name: 'Bash', toolName: 'Bash', tool_input: {} }],
    ['an event that is a list', { hook_event_name: ['PreToolUse'], tool_name: 'Bash' }],
    [
      'inherited fields',
      Object.create({ hook_event_name: 'PreToolUse', tool_name: 'Bash', toolName: 'Bash', tool: 'x' }),
    ],
    ['fields that throw', throwing()],
  ])('%s is refused', (_, payload) => {
    expect(adapter.read(payload).ok).toBe(false);
    for (const action of ['allow', 'ask', 'deny'] as const) {
      expect(hostReads(adapter.reply({ action, message: 'why' }, payload), eventOf(payload))).toBe('deny');
    }
  });

  test('megabytes are no trouble', () => {
    const long = 'a/*-_ \n'.repeat(750_000);
    const fields = ['command', 'file_path', 'path', 'filePath', 'patch', 'patchText', 'prompt', 'include'];
    const input = Object.fromEntries(fields.map((field) => [field, long]));
    for (const [, payload] of judged) {
      const grown = { ...(payload as object), tool_input: input, toolArgs: input, args: input };
      expect(adapter.read(grown).ok).toBe(true);
    }
  });
});

function eventOf(payload: unknown): string {
  try {
    return String((payload as { hook_event_name?: unknown }).hook_event_name);
  } catch {
    return '';
  }
}

function asksAbout(name: HostName, payload: unknown): readonly string[] {
  const { hook_event_name: event, tool_name: tool } = payload as { hook_event_name?: string; tool_name?: string };
  switch (name) {
    case 'claude-code':
      return event === 'PermissionRequest' ? ['goes-on'] : ['ask'];
    case 'codex':
      return event === 'PermissionRequest' ? ['goes-on'] : ['deny'];
    case 'cursor':
      if (event === 'preToolUse') return tool === 'Shell' ? ['goes-on'] : ['deny'];
      return event === 'beforeReadFile' ? ['deny'] : ['ask'];
    case 'copilot':
    case 'qwen-code':
      return ['ask'];
    case 'gemini-cli':
    case 'opencode':
      return ['deny'];
  }
}

function throwing(): unknown {
  return new Proxy(
    { hook_event_name: 'PreToolUse' },
    {
      get() {
        throw new Error('no');
      },
      getOwnPropertyDescriptor() {
        throw new Error('no');
      },
    },
  );
}
