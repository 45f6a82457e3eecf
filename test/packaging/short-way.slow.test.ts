import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CleanPlace, MINUTE, ROOT } from './helpers/clean-place.ts';

const place = new CleanPlace();
const project = place.directory('home/lighthouse');
const prefix = place.directory('global');

beforeAll(async () => {
  await place.pack('cli');
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'lighthouse', scripts: { test: 'node --test' } }),
  );
  place.directory('home/lighthouse/.claude');
  const own = { permissions: { allow: ['Bash(make lamp)'], deny: ['Bash(make dark:*)'] } };
  writeFileSync(join(project, '.claude/settings.json'), JSON.stringify(own));
}, 3 * MINUTE);
afterAll(() => place.remove(), MINUTE);

test(
  'the four commands of the first page lead to a hook with imported rules',
  async () => {
    const page = readFileSync(join(ROOT, 'docs/getting-started.md'), 'utf8');
    const [, commands = ''] = /## The short way.*?```sh\n(.*?)```/s.exec(page) ?? [];
    expect(commands.trim().split('\n')).toHaveLength(4);

    // `sh` is given the block as it stands on the page.
    const { exit, stdout, stderr } = await shell(commands, place.root);
    expect(exit, `${stdout}${stderr}`).toBe(0);

    expect([await answerTo('make lamp'), await answerTo('make dark now'), await answerTo('cat ~/.ssh/id_rsa')]).toEqual(
      ['allow', 'deny', 'deny'],
    );
  },
  3 * MINUTE,
);

/** What Claude Code is told about a command, by the line that was written for it. */
async function answerTo(command: string): Promise<string> {
  const { hooks } = JSON.parse(readFileSync(join(place.home, '.claude/settings.json'), 'utf8'));
  const payload = {
    ...{ session_id: 's', transcript_path: '/t', cwd: project, hook_event_name: 'PreToolUse' },
    ...{ tool_name: 'Bash', tool_input: { command } },
  };
  const { stdout } = await shell(hooks.PreToolUse[0].hooks[0].command, project, JSON.stringify(payload));
  return JSON.parse(stdout).hookSpecificOutput.permissionDecision;
}

function shell(script: string, cwd: string, input = ''): Promise<{ exit: number; stdout: string; stderr: string }> {
  const PATH = [join(prefix, 'bin'), dirname(process.execPath), process.env.PATH].join(':');
  const certificates = process.env.CALIBAN_TEST_CA_CERTS ?? process.env.NODE_EXTRA_CA_CERTS ?? '';
  // npm goes by the settings of this machine, but for where it installs.
  const npm = { npm_config_userconfig: join(homedir(), '.npmrc'), npm_config_prefix: prefix };
  const env = { PATH, HOME: place.home, ...npm, ...(certificates === '' ? {} : { NODE_EXTRA_CA_CERTS: certificates }) };
  return new Promise((resolve) => {
    const child = execFile('sh', ['-e', '-c', script], { cwd, env }, (error, stdout, stderr) =>
      resolve({ exit: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
