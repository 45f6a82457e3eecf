import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectories } from '@caliban/storage/files';

/**
 * Starts the hook a few times as a host would, so that V8's compiled code is cached for the first real call. The calls use a
 * separate home directory, so nothing is added to the user's log. Best effort, because the first calls do the same after their
 * answers.
 */
export function warmHook(
  words: readonly string[],
  {
    cacheDirectory,
    env,
  }: { readonly cacheDirectory: string; readonly env: Readonly<Record<string, string | undefined>> },
): void {
  let home: string | null = null;
  try {
    makeDirectories(cacheDirectory, { mode: 0o700 });
    home = mkdtempSync(join(cacheDirectory, 'warm-'));
    mkdirSync(join(home, '.config/caliban'), { recursive: true });
    writeFileSync(join(home, '.config/caliban/permissions.toml'), RULES);
    for (const command of COMMANDS) start(words, home, command, env);
    takeOver(join(home, '.cache/caliban/bytecode'), join(cacheDirectory, 'bytecode'));
  } catch {
    // The hook runs without it.
  } finally {
    if (home !== null) rmSync(home, { recursive: true, force: true });
  }
}

function start(
  [program = '', ...args]: readonly string[],
  home: string,
  command: string,
  { PATH, NODE_OPTIONS }: Readonly<Record<string, string | undefined>>,
): void {
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd: home };
  const { error } = spawnSync(program, [...args, 'hook', 'claude-code'], {
    input: JSON.stringify({ session_id: 's', transcript_path: '/t', permission_mode: 'default', ...call }),
    cwd: home,
    env: { HOME: home, PATH, ...(NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS }) },
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: 10_000,
  });
  if (error !== undefined) throw error;
}

function takeOver(made: string, kept: string): void {
  makeDirectories(kept, { mode: 0o700 });
  for (const name of readdirSync(made)) {
    rmSync(join(kept, name), { recursive: true, force: true });
    renameSync(join(made, name), join(kept, name));
  }
}

/** The first reads the rule files, the others the pack it has written. */
const COMMANDS = [
  'git status',
  'git push origin main',
  'cd lib && grep -rn "a b" . | head -20 && make test 2>&1 | tail -5',
  'rm -rf build',
  'ls -la src',
];

const RULES = [
  ['Bash:git status', 'allow'],
  ['Bash:~rm -rf *', 'deny'],
  ['Bash:git push *', 'ask'],
  ['Edit:src/**', 'allow'],
]
  .map(([pattern, action]) => `[[permissions.rules]]\npattern = "${pattern}"\naction = "${action}"\n`)
  .join('\n');
