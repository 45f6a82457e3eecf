import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../audit/rounds.mjs';

const BUILT = new URL('../../packages/', import.meta.url);
export const PROGRAM = fileURLToPath(new URL('cli/dist/bundle/caliban.cjs', BUILT));

const CALL = {
  ...{ session_id: '0199c2c4-3b1f-7a52-a3c5-7a0a5be0e1f7', transcript_path: '/home/me/.claude/projects/x/y.jsonl' },
  ...{ permission_mode: 'default', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: 'toolu_01' },
  tool_input: { command: 'git status --short', description: 'Show what has changed' },
};

/** A home with rules, in which `caliban serve` runs. */
export async function servedHome(scratch) {
  const home = join(scratch, 'home');
  for (const directory of ['.config/caliban', 'workspace/.git', '.local/state/caliban'])
    mkdirSync(join(home, directory), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, '.config/caliban/permissions.toml'), RULES);
  const client = join(home, '.local/state/caliban/hook.bash');
  const { HOOK_CLIENT } = await import(new URL('inbox/dist/index.js', BUILT));
  writeFileSync(client, HOOK_CLIENT, { mode: 0o600 });
  const server = spawn(process.execPath, [PROGRAM, 'serve'], { env: envOf(home), stdio: 'ignore' });
  while (!existsSync(join(home, '.local/state/caliban/serve/hook'))) {
    if (server.exitCode !== null) throw new Error('the server did not start');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { home, client, server };
}

const RULES = `
[[permissions.rules]]
pattern = "Bash:git status*"
action = "allow"

[[permissions.rules]]
pattern = "Bash:make *"
action = "ask"
`;

export async function hookRows({ home, client }, rounds) {
  const { hookProgram } = await import(new URL('cli/dist/install/hook-program.js', BUILT));
  const { hookCommand } = await import(new URL('adapters/dist/hosts/setup/hook-command.js', BUILT));
  const program = hookProgram('user', { execPath: process.execPath, script: PROGRAM, platform: 'linux' });
  const line = (more) => ['/bin/sh', '-c', hookCommand({ ...program, ...more }, 'claude-code')];
  const contestants = [
    { name: 'true', command: ['/bin/true'] },
    { name: 'node -e 0', command: [process.execPath, '-e', '0'] },
    { name: 'warm hook, the line of `install --warm`', command: line({ client }), target: 0.25, decides: true },
    {
      name: 'warm hook, without the shell of the host',
      command: ['bash', '-p', client, ...program.words, 'hook', 'claude-code'],
      decides: true,
    },
    { name: 'hook in Node, the line of `install`', command: line({}), decides: true },
    { name: 'bash -c :', command: ['bash', '-c', ':'] },
  ];
  const input = JSON.stringify({ ...CALL, cwd: join(home, 'workspace') });
  const times = contestants.map(() => []);
  // The first of each compiles, and packs the rules.
  for (let round = -8; round < rounds; round++) {
    for (const [index, contestant] of contestants.entries()) {
      const time = await timed(contestant, { home, input });
      if (round >= 0) times[index].push(time);
    }
  }
  const spawning = median(times[0]);
  return contestants.slice(1).map(({ name, target }, index) => {
    const mine = times[index + 1];
    return {
      name,
      target,
      milliseconds: median(mine),
      best: Math.min(...mine),
      ratio: median(mine.map((time, round) => (time - spawning) / (times[1][round] - spawning))),
    };
  });
}

/** Until it has ended. Agents write the call to a pipe. */
async function timed({ name, command: [file, ...args], decides = false }, { home, input }) {
  const from = process.hrtime.bigint();
  const child = spawn(file, args, {
    cwd: join(home, 'workspace'),
    env: envOf(home),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let printed = '';
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  await once(child, 'close');
  const milliseconds = Number(process.hrtime.bigint() - from) / 1e6;
  if (decides && !printed.includes('"permissionDecision":"allow"')) throw new Error(`${name} printed \`${printed}\``);
  return milliseconds;
}

export function envOf(home) {
  return { PATH: process.env.PATH, HOME: home };
}
