import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connect, Home, type Revision } from './helpers/proxied.ts';

test.each<[Revision, Record<string, unknown>, unknown]>([
  ['legacy', { tool_name: 'Bash', input: { command: 'git status' } }, 'allow'],
  ['modern', { tool_name: 'Read', input: { file_path: 'notes/a', limit: 3 }, tool_use_id: 'toolu_1' }, 'allow'],
  ['legacy', { tool_name: 'Read', input: { file_path: 'secret/a' } }, /denied by the rule `Read:secret\/\*\*`/],
  [
    'legacy',
    { tool_name: 'Bash', input: { command: 'git push' } },
    /nobody can be asked.*caliban perms add 'Bash:git push' allow/,
  ],
  ['modern', { tool_name: 'mcp__x__y', input: {} }, /mcp__x__y needs approval/],
  ['legacy', { tool_name: 'Bash', input: 'git status' }, /could not be read/],
  ['legacy', { input: {} }, /could not be read/],
])('%s %j', async (revision, request, expected) => {
  const rules = ['--allow', 'Bash:git status', '--allow', 'Read:notes/**', '--deny', 'Read:secret/**'];
  const { client, home, text } = await connect(['mcp-prompt-tool', ...rules], { revision });
  const answer = JSON.parse(await text('approve', request)) as unknown;
  await client.close();
  if (expected === 'allow') {
    expect(answer).toEqual({ behavior: 'allow', updatedInput: request.input });
    expect(home.log()).toMatchObject([{ outcome: 'allow' }]);
  } else expect(answer).toEqual({ behavior: 'deny', message: expect.stringMatching(expected as RegExp) });
});

test('lists for auto mode are those of the flag', async () => {
  const lists = join(new Home().path, 'lists.toml');
  writeFileSync(lists, "allow = ['Bash:deploy-it *']\n");
  const { client, text } = await connect([
    ...['mcp-prompt-tool', '--permission-mode', 'auto', '--auto-mode-config', lists],
    ...['--disallowed-tools', 'Bash(deploy-it prod)'],
  ]);
  const said = async (command: string) => JSON.parse(await text('approve', { tool_name: 'Bash', input: { command } }));
  expect(await said('deploy-it now')).toMatchObject({ behavior: 'allow' });
  expect(await said('deploy-it prod')).toMatchObject({ behavior: 'deny' });
  await client.close();
});
