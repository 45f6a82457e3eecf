import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url));
const PAGE = readFileSync(join(CHECKOUT, 'docs/getting-started.md'), 'utf8');

/** Step 1 of the page, from after the build on. */
const [, STEP_1 = ''] = /^npm start .*\n([\s\S]*?)^```$/m.exec(PAGE) ?? [];

test('what step 1 of the first page puts on the path is what an agent of the project starts', () => {
  const home = mkdtempSync(join(tmpdir(), 'caliban-first-step-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, 'lighthouse/.git'), { recursive: true });
  const env = { HOME: home, PATH: `${home}/.local/bin:${dirname(process.execPath)}:/usr/bin:/bin` };
  const run = (command: string, cwd: string) =>
    execFileSync('/bin/sh', ['-c', `exec 2>&1\n${command}`], { cwd, env, encoding: 'utf8' });

  expect(run(STEP_1, CHECKOUT)).toBe('');
  const installed = run('caliban install claude-code --scope project', join(home, 'lighthouse'));
  expect(installed).toMatch(/claude-code asks caliban from now on; .*\n$/);

  const settings = JSON.parse(readFileSync(join(home, 'lighthouse/.claude/settings.json'), 'utf8'));
  const { command } = settings.hooks.PreToolUse[0].hooks[0];
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: 'lamp.ts' } };
  const heard = execFileSync('/bin/sh', ['-c', command], {
    cwd: join(home, 'lighthouse'),
    env,
    input: JSON.stringify(call),
    encoding: 'utf8',
  });
  expect(JSON.parse(heard).hookSpecificOutput.permissionDecision).toBe('allow');
});
