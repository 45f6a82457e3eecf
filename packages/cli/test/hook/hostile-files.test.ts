import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HookScratch } from './hook-process.ts';

let scratch: HookScratch;

beforeEach(() => {
  scratch = new HookScratch();
  scratch.rules('home/.config/caliban/permissions.toml', 'deny Bash:git push *', 'allow Bash:git *');
  // A directory that is there: then the files in it are looked for one by one.
  scratch.write('ws/.caliban/README', '');
});

afterEach(() => scratch.remove());

const PLACES: Readonly<Record<string, (file: string) => void>> = {
  'a pipe': (file) => execFileSync('mkfifo', [file]),
  '/dev/zero': (file) => symlinkSync('/dev/zero', file),
  '/dev/ptmx': (file) => symlinkSync('/dev/ptmx', file),
  'a giant': makeGiant,
};
const KINDS = Object.keys(PLACES);

describe("a repository's special files do not block a hook", () => {
  const FILES = [
    ...['permissions.toml', 'settings.toml', 'settings.json', 'permissions.json', 'permissions.local.toml'].map(
      (name) => `ws/.caliban/${name}`,
    ),
    'home/.config/caliban/permissions.toml',
  ];
  const rows = FILES.flatMap((file, index) =>
    [KINDS[index % 4] as string, KINDS[(index + 1) % 4] as string].map((kind) => [file, kind]),
  );

  test.each(rows)('%s is %s, found at first and later', async (file, kind) => {
    const input = scratch.bash('git status');
    expect((await scratch.hook({ input })).stdout).toContain('"allow"');
    put(file as string, kind as string);
    for (const cache of ['warm', 'cold']) {
      if (cache === 'cold') rmSync(join(scratch.root, 'home/.cache'), { recursive: true, force: true });
      const { stdout, exit } = await scratch.hook({ input });
      expect(exit).toBe(0);
      expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringMatching(/is not a regular file|MB long/),
      });
    }
  });

  test.each(KINDS)('of auto mode, which no rule needs: %s', async (kind) => {
    put('ws/.caliban/auto-mode.toml', kind);
    for (const command of ['git push x', 'git push x']) {
      const { stdout, exit } = await scratch.hook({ input: scratch.bash(command) });
      expect(exit).toBe(0);
      expect(stdout).toContain('denied by the rule `Bash:git push *`');
    }
  });
});

describe('a file that may not be read denies, and says so', () => {
  const isRoot = process.getuid?.() === 0;
  const NOBODY = 65534;

  test.each([
    ['ws/.caliban', 'ws/.caliban/settings.toml'],
    ['ws/.caliban/permissions.toml', 'ws/.caliban/permissions.toml'],
    ['home/.config/caliban', 'home/.config/caliban/settings.toml'],
    ['managed', 'managed/settings.toml'],
    ['managed/permissions.d', 'managed/permissions.d'],
  ])('%s, found at first and later', async (closed, named) => {
    for (const file of ['ws/.caliban/permissions.toml', 'managed/permissions.d/one.toml']) scratch.write(file, '');
    // Nothing is closed to root.
    const run = { input: scratch.bash('git status'), ...(isRoot ? { uid: NOBODY } : {}) };
    if (isRoot) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, scratch.root]);
    expect((await scratch.hook(run)).stdout).toContain('"allow"');
    chmodSync(join(scratch.root, closed), 0);
    const warm = await scratch.hook(run);
    rmSync(join(scratch.root, 'home/.cache'), { recursive: true, force: true });
    const cold = await scratch.hook(run);
    chmodSync(join(scratch.root, closed), 0o700);
    for (const { stdout, exit } of [warm, cold]) {
      expect(exit).toBe(0);
      expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining(
          `${scratch.root}/${named}: cannot be read: permission denied; check who owns it and its mode`,
        ),
      });
    }
  });
});

function put(path: string, kind: string): void {
  const file = join(scratch.root, path);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  PLACES[kind]?.(file);
}

function makeGiant(file: string): void {
  closeSync(openSync(file, 'w'));
  truncateSync(file, 2 ** 31 - 2 ** 20);
}
