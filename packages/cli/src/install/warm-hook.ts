import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectories } from '@caliban/storage/files';

/**
 * Starts the hook a few times as a host would, so that what V8 makes of its code is there for the first real call. The calls are made in a
 * home of their own, which shares nothing but the bytecode with the user's, so nothing gets into the log. Best effort, because the first calls
 * do the same after their answers.
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
    const kept = join(cacheDirectory, 'bytecode');
    makeDirectories(kept, { mode: 0o700 });
    makeDirectories(join(home, '.cache/caliban'), { mode: 0o700 });
    symlinkSync(kept, join(home, '.cache/caliban/bytecode'));
    for (const command of COMMANDS) start(words, home, command, env);
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

/** The first reads the rule files, the others what it has packed. */
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
