import { absolutePath, describeCall } from '@caliban/calls';
import { type Action, createRuleBook, DEFAULT_RULES, formatPattern, judge } from '@caliban/gate';
import { judgeAtHost } from '@caliban/gate/judge';
import { afterAll, describe, expect, test } from 'vitest';
import type { HostCall } from '../packages/adapters/src/hosts/host-adapter.ts';
import { fieldOf, textOf } from '../packages/adapters/src/hosts/protocol/payload.ts';
import { HOST_NAMES, HOSTS, type HostName } from '../packages/adapters/src/hosts/registry.ts';
import { announced, hostPayload } from '../packages/adapters/test/helpers/host-payload.ts';
import { HOST_READINGS, type Reading } from '../packages/adapters/test/helpers/host-reading.ts';
import { HookScratch } from '../packages/cli/test/hook/hook-process.ts';
import { DECIDED_CASES, type DecidedCase } from './decided-cases.ts';

/** One policy, every agent: a call that comes from a host is judged as if it were ours. */
describe.each(HOST_NAMES)('%s', (host) => {
  const rows = DECIDED_CASES.flatMap((row) => {
    const payload = hostPayload(host, row.tool, row.input);
    return payload === null || speaksOfHostFields(row) ? [] : [{ row, payload }];
  });

  test(`${rows.length} cases`, async () => {
    expect(rows.length).toBeGreaterThan(300);
    const adapter = await HOSTS[host].loadAdapter();
    for (const { row, payload } of rows) {
      const request = adapter.read(payload);
      if (!request.ok || request.value.kind !== 'calls') throw new Error(`${row.name}: not read`);
      const [call, ...others] = request.value.calls;
      const judged = verdict(row, call);
      if (hasOddField(row)) {
        expect(STRICTER[verdict(row, row).action], row.name).toContain(judged.action);
        continue;
      }
      expect(row.expected, row.name).toContain(judged.action);
      expect(judged, row.name).toEqual(verdict(row, row));
      // Only what names nothing to look at is judged under the host's name as well.
      if (LOOKED_AT.some((field) => textOf(row.input, field) !== undefined)) expect(others, row.name).toEqual([]);
    }
  });
});

const LOOKED_AT = ['command', 'path', 'url'] as const;

const STRICTER: Readonly<Record<Action, readonly Action[]>> = {
  allow: ['allow', 'ask', 'deny'],
  ask: ['ask', 'deny'],
  deny: ['deny'],
};

/** Such as a list where a text belongs. Hosts may make something of it, so adapters look closer than our own tools do. */
function hasOddField({ input }: DecidedCase): boolean {
  return LOOKED_AT.some((field) => !['string', 'undefined'].includes(typeof fieldOf(input, field)));
}

/** A row that shows that a host's name of a field means nothing to us; to the host it does. */
function speaksOfHostFields({ input }: DecidedCase): boolean {
  return textOf(input, 'file_path') !== undefined;
}

function verdict({ rules, workspace }: DecidedCase, { tool, input, access }: HostCall) {
  const call = describeCall({
    tool,
    input,
    context: { workspace: absolutePath(workspace), home: absolutePath('/home/u') },
    ...(access === undefined ? {} : { access }),
  });
  const { action, because } = judge(createRuleBook([...rules, ...DEFAULT_RULES]), call);
  const decided = because.kind === 'rule' ? formatPattern(because.rule.pattern) : because.kind;
  return { action, decided, access: call.access, subject: call.subject.kind };
}

/** What a hook makes of the row. */
function atHost({ rules, workspace, tool, input }: DecidedCase): Action | 'left' {
  const context = { workspace: absolutePath(workspace), home: absolutePath('/home/u') };
  const { verdict, isLeft } = judgeAtHost(createRuleBook([...rules]), describeCall({ tool, input, context }));
  return isLeft ? 'left' : verdict.action;
}

describe('through the hook process', () => {
  const scratch = new HookScratch();
  afterAll(() => scratch.remove());

  const samples = (['allow', 'deny', 'ask', 'left'] as const).map((action) => {
    const row = DECIDED_CASES.find((row) => row.tool === 'Bash' && isWritable(row) && atHost(row) === action);
    if (row === undefined) throw new Error(`no case is answered by ${action}`);
    return { action, row };
  });

  /** No opinion: the host goes on as if we weren't there. For opencode our plugin does, to its own permissions. */
  const LEFT: Readonly<Record<HostName, string>> = {
    'claude-code': '',
    codex: '',
    'gemini-cli': '',
    cursor: '{}\n',
    copilot: '',
    'qwen-code': '',
    opencode: '{"action":"allow"}\n',
  };

  /** How a host that is told `ask` reads it: some cannot be told, and some ask by themselves when nothing is said. */
  const ASKED: Readonly<Record<HostName, Reading>> = {
    'claude-code': 'ask',
    codex: 'deny',
    'gemini-cli': 'deny',
    cursor: 'goes-on',
    copilot: 'ask',
    'qwen-code': 'ask',
    opencode: 'deny',
  };

  test.each(HOST_NAMES.flatMap((host) => samples.map(({ action, row }) => [host, action, row.name, row] as const)))(
    '%s: %s, %s',
    async (host, action, _name, { rules, tool, input }) => {
      const lines = rules.map(({ pattern, action }) => `${action} ${formatPattern(pattern)}`);
      scratch.rules('home/.config/caliban/permissions.toml', ...lines);
      const payload = hostPayload(host, tool, input) as { readonly hook_event_name?: string };
      const { stdout, stderr, exit } = await scratch.hook({ host, input: payload, throughProgram: true });
      const logged = action === 'left' ? { outcome: 'left-to-host' } : { action };
      expect(scratch.log().at(-1)).toMatchObject({ tool_name: tool, ...logged });
      if (action === 'left') {
        expect({ stdout, stderr, exit }).toEqual({ stdout: LEFT[host], stderr: '', exit: 0 });
        return;
      }

      const reading = HOST_READINGS[host]({ stdout, stderr, exitCode: exit ?? -1 }, payload.hook_event_name ?? '');
      // Codex has no word for yes before a call.
      const allowed: Reading = host === 'codex' ? 'goes-on' : 'allow';
      expect(reading).toBe({ allow: allowed, deny: 'deny', ask: ASKED[host] }[action]);
    },
  );

  const PATCH = '*** Begin Patch\n*** Update File: secret.txt\n@@\n-a\n+b\n*** End Patch';

  /** What a host's own fields can reach around a deny, and an honest twin. */
  test.each<[HostName, tool: string, input: object, rule: string, Reading]>([
    ['claude-code', 'Grep', { pattern: 'x', path: '~', glob: '.ssh/*' }, 'deny Read:~/.ssh/**', 'deny'],
    ['claude-code', 'Grep', { pattern: 'x', path: '~', glob: '*.ts' }, 'deny Read:~/.ssh/**', 'allow'],
    ['claude-code', 'Glob', { path: '~', pattern: '{.ssh,src}/*' }, 'deny Read:~/.ssh/**', 'deny'],
    [
      'gemini-cli',
      'grep_search',
      { pattern: 'x', dir_path: '~', include_pattern: '.ssh/*' },
      'deny Read:~/.ssh/**',
      'deny',
    ],
    ['gemini-cli', 'read_many_files', { include: ['{secrets,docs}/*'] }, 'deny Read:secrets/**', 'deny'],
    ['gemini-cli', 'read_many_files', { include: ['{src,docs}/*'] }, 'deny Read:secrets/**', 'allow'],
    ['qwen-code', 'read_many_files', { paths: ['secret?/*'] }, 'deny Read:secrets/**', 'deny'],
    ['qwen-code', 'read_many_files', { paths: ['doc?/*'] }, 'deny Read:secrets/**', 'allow'],
    ['copilot', 'grep', { pattern: 'x', path: '~', glob: '.ssh/*' }, 'deny Read:~/.ssh/**', 'deny'],
    ['opencode', 'grep', { pattern: 'x', path: '~', include: '.ssh/*' }, 'deny Read:~/.ssh/**', 'deny'],
    ['cursor', 'Grep', { pattern: 'x', path: '~', glob: '.ssh/*' }, 'deny Read:~/.ssh/**', 'deny'],
    ['codex', 'Bash', { command: `apply_patch <<'EOF'\n${PATCH}\nEOF` }, 'deny Edit:secret.txt', 'deny'],
    ['codex', 'Bash', { command: `apply_patch <<'EOF'\n${PATCH}\nEOF` }, 'deny Edit:other.txt', 'goes-on'],
    ['codex', 'write_stdin', { session_id: 1, chars: 'rm -rf x\n' }, 'deny Bash:rm *', 'deny'],
    ['codex', 'write_stdin', { session_id: 1, chars: 'ls\n' }, 'deny Bash:rm *', 'goes-on'],
    ['cursor', 'EditNotebook', { target_notebook: 'a.ipynb' }, 'deny NotebookEdit:*.ipynb', 'deny'],
    ['cursor', 'EditNotebook', { target_notebook: 'a.ipynb' }, 'deny NotebookEdit:b.ipynb', 'allow'],
  ])('%s: %s %j under %s → %s', async (host, tool, input, rule, expected) => {
    scratch.rules('home/.config/caliban/permissions.toml', rule, 'allow *');
    const payload = announced(host, tool, input) as { readonly hook_event_name?: string };
    // The second one is judged from the packed rules.
    for (const _ of [1, 2]) {
      const { stdout, stderr, exit } = await scratch.hook({ host, input: payload, throughProgram: true });
      const reply = { stdout, stderr, exitCode: exit ?? -1 };
      expect(HOST_READINGS[host](reply, payload.hook_event_name ?? '')).toBe(expected);
    }
  });

  test.each([
    ['/bin/zsh', 'goes-on'],
    ['/bin/bash', 'allow'],
  ])('Claude Code with SHELL=%s: `ls =git` → %s', async (SHELL, expected) => {
    scratch.rules('home/.config/caliban/permissions.toml', 'allow Bash:ls *');
    const input = hostPayload('claude-code', 'Bash', { command: 'ls =git' });
    const { stdout, stderr, exit } = await scratch.hook({ input, env: { SHELL }, throughProgram: true });
    expect(HOST_READINGS['claude-code']({ stdout, stderr, exitCode: exit ?? -1 }, 'PreToolUse')).toBe(expected);
  });

  function isWritable({ rules }: DecidedCase): boolean {
    return rules.every(({ pattern }) => !formatPattern(pattern).includes("'"));
  }
});
