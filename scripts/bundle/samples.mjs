import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a day looks like to a hook. */
export const HOOK_INPUTS = {
  plain: call('Bash', { command: 'git push origin main', description: 'd' }),
  compound: call('Bash', {
    command: 'cd lib && grep -rn "a b" . | head -20 && make test 2>&1 | tail -5',
    description: 'd',
  }),
};

function call(tool, input) {
  return JSON.stringify({
    ...{ session_id: 's', transcript_path: '/t', permission_mode: 'default', tool_use_id: 't' },
    ...{ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input },
  });
}

/** A home with rules that were not changed just now: a policy packed within two seconds of that is looked at in another way. */
export async function sampleHome() {
  const home = mkdtempSync(join(tmpdir(), 'caliban-bundle-'));
  mkdirSync(join(home, '.config/caliban'), { recursive: true });
  writeFileSync(join(home, '.config/caliban/permissions.toml'), RULES);
  await sleep(2_100);
  return home;
}

/** The next hook is a first one again. */
export function forgetPacked(home) {
  rmSync(join(home, '.cache'), { recursive: true, force: true });
}

export function runSample(args, { home, input, env = {} }) {
  const { status } = spawnSync(process.execPath, args, {
    input,
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (status === null) throw new Error(`\`${args.join(' ')}\` did not end by itself`);
}

const RULES = `[[permissions.rules]]
pattern = "Bash:git status"
action = "allow"

[[permissions.rules]]
pattern = "Bash:~rm -rf *"
action = "deny"

[[permissions.rules]]
pattern = "Bash:git push *"
action = "ask"

[[permissions.rules]]
pattern = "Edit:src/**"
action = "allow"
`;
