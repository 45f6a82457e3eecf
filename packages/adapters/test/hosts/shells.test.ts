import { ok } from '@caliban/calls/types';
import { expect, test } from 'vitest';
import { HOSTS, type HostName } from '../../src/hosts/registry.ts';
import { announced } from '../helpers/host-payload.ts';

test.each<[HostName, Readonly<Record<string, string>>, loginShell: string | undefined, shell: string | undefined]>([
  ['claude-code', { SHELL: '/bin/zsh' }, '/bin/bash', 'zsh'],
  ['claude-code', { SHELL: '/opt/homebrew/bin/bash' }, '/bin/zsh', 'bash'],
  ['claude-code', { SHELL: '/bin/zsh', CLAUDE_CODE_SHELL: '/bin/bash' }, '/bin/zsh', 'bash'],
  // It runs another one then, if there is one.
  ['claude-code', { SHELL: '/usr/bin/fish' }, '/usr/bin/fish', undefined],
  ['claude-code', { SHELL: '/bin/sh' }, '/bin/sh', undefined],
  ['claude-code', {}, '/bin/zsh', undefined],
  ['codex', { SHELL: '/bin/bash' }, '/bin/zsh', 'zsh'],
  ['codex', {}, '/bin/sh', 'sh'],
  ['codex', { SHELL: '/bin/bash' }, '/usr/bin/fish', undefined],
  ['codex', { SHELL: '/bin/bash' }, undefined, undefined],
  ['gemini-cli', { SHELL: '/bin/zsh' }, '/bin/zsh', 'bash'],
  ['qwen-code', { SHELL: '/bin/zsh' }, '/bin/zsh', 'bash'],
  ['copilot', { SHELL: '/bin/zsh' }, '/bin/zsh', 'bash'],
  ['opencode', { SHELL: '/bin/zsh' }, '/bin/bash', 'zsh'],
  ['opencode', { SHELL: '/bin/dash' }, '/bin/bash', 'dash'],
  ['opencode', { SHELL: '/usr/bin/nu' }, '/usr/bin/nu', undefined],
  ['cursor', { SHELL: '/bin/zsh' }, '/bin/zsh', undefined],
])('%s with %j and %s runs its commands in %s', async (host, env, loginShell, shell) => {
  const adapter = await HOSTS[host].loadAdapter();
  expect(adapter.shell?.({ home: '/home/u', env, loginShell: () => loginShell })).toBe(shell);
});

test.each([
  [{ cmd: 'ls' }, {}],
  [{ cmd: 'ls', shell: '' }, {}],
  [{ cmd: 'ls', shell: 'zsh' }, { shell: 'zsh' }],
  [{ cmd: 'ls', shell: '/bin/bash' }, { shell: 'bash' }],
  [{ cmd: 'ls', shell: '/usr/bin/fish' }, { shell: 'other' }],
  [{ cmd: 'ls', shell: '/repo/bash' }, { shell: 'other' }],
  [{ cmd: 'ls', shell: './bash' }, { shell: 'other' }],
  [{ cmd: 'ls', shell: 5 }, { shell: 'other' }],
])('a model of Codex that says %j chooses %j', async (input, chosen) => {
  const { cmd, ...others } = input;
  const calls = [{ tool: 'Bash', input: { command: cmd, ...others }, ...chosen }];
  const read = (await HOSTS.codex.loadAdapter()).read(announced('codex', 'exec_command', input));
  expect(read).toEqual(ok({ kind: 'calls', calls }));
});
