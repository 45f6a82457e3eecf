import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { absolutePath, describeCall } from '@caliban/calls';
import { createRuleBook, judge, type Verdict } from '@caliban/gate';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { runs } from '../../../../test/helpers/runs.ts';
import { type LoadedPolicy, loadRules } from '../../src/layers/load-rules.ts';
import { locate } from '../../src/layers/locations.ts';
import { openPackedPolicy, type PackOptions } from '../../src/packed/packed-policy.ts';
import { lookAtSources, policyJustRead } from '../../src/packed/policy-just-read.ts';
import { scratch } from '../helpers/scratch.ts';

let root: string;
let options: PackOptions;
const PROJECT = 'ws/.caliban/permissions.toml';

beforeEach(() => {
  root = scratch();
  write(PROJECT, 'Bash:git push *', 'deny');
  write('home/.config/caliban/permissions.toml', 'Bash:git *', 'allow');
  mkdirSync(join(root, 'managed/permissions.d'), { recursive: true });
  const env = { CALIBAN_MANAGED_DIR: join(root, 'managed') };
  const locations = locate({ env, home: join(root, 'home'), cwd: join(root, 'ws'), exists: () => false });
  options = { locations, build: 'one', foldPaths: false };
});

describe('a packed policy', () => {
  test('is there for the next process, and says the same', async () => {
    await pack();
    expect(packedVerdict('git push x')).toEqual(verdictOf(await load(), 'git push x'));
    expect(packedVerdict('git status')?.action).toBe('allow');
    expect(openPackedPolicy(options)?.settings).toEqual({});
  });

  test('carries settings and locks', async () => {
    writeFileSync(join(root, 'managed/permissions.toml'), '[permissions]\nenforce = true\ndefault_mode = "plan"\n');
    await pack();
    const { settings, enforcedLayers } = await load();
    expect(openPackedPolicy(options)).toMatchObject({ settings, enforcedLayers: ['managed'] });
    expect(enforcedLayers).toEqual(['managed']);
  });

  test.each([
    ['a changed file', () => write(PROJECT, 'Bash:git pull *', 'deny')],
    ['a file of the same size and time', sameSizeAndTime],
    ['a file put in its place', replaceFile],
    ['a file that is gone', () => rmSync(join(root, PROJECT))],
    ['a file that was not there', () => write('ws/.caliban/permissions.local.toml', 'Bash', 'deny')],
    ['a settings file that was not there', () => write('ws/.caliban/settings.toml', 'Bash', 'deny')],
    ['JSON that was not there', () => writeFileSync(join(root, 'home/.config/caliban/settings.json'), '{}')],
    ['a link to nowhere where nothing was', () => symlinkSync('gone', join(root, 'managed/permissions.toml'))],
    ['a drop-in that leads to nowhere', () => symlinkSync('gone', join(root, 'managed/permissions.d/10.toml'))],
    ['a directory that leads to nowhere', loseDirectory],
    ['a drop-in', () => write('managed/permissions.d/10.toml', 'Bash', 'deny')],
    ['a file longer than anybody writes', () => truncateSync(join(root, PROJECT), 50 * 1024 * 1024)],
    ['a directory where none was', () => write('home2/.config/caliban/x', 'Bash', 'deny'), { others: ['home2'] }],
  ])('is not believed after %s', async (_, change, extra?: { others: string[] }) => {
    if (extra !== undefined) options = { ...options, others: extra.others.map((name) => join(root, name)) };
    await pack();
    expect(openPackedPolicy(options)).not.toBeNull();
    change();
    expect(openPackedPolicy(options)).toBeNull();
  });

  test.each([
    ['readable by others', () => chmodSync(packFile(), 0o644)],
    ['in a directory that others may write', () => chmodSync(join(packFile(), '..'), 0o777)],
    ['a link', linkInstead],
    ['cut short', () => writeFileSync(packFile(), readFileSync(packFile()).subarray(0, 900))],
    ['empty', () => writeFileSync(packFile(), '')],
    ['gone', () => rmSync(packFile())],
  ])('is not believed when it is %s', async (_, tamper) => {
    await pack();
    tamper();
    expect(openPackedPolicy(options)).toBeNull();
  });

  test('of another build is not believed', async () => {
    await pack();
    expect(openPackedPolicy({ ...options, build: 'two' })).toBeNull();
    expect(openPackedPolicy({ ...options, foldPaths: true })).toBeNull();
  });

  test('is believed when a file was merely touched, and then brought up to date', async () => {
    await pack();
    const past = new Date(Date.now() - 3_600_000);
    utimesSync(join(root, PROJECT), past, past);
    const stamped = readFileSync(packFile());
    const policy = openPackedPolicy(options);
    await policy?.keep();
    policy?.close();
    expect(readFileSync(packFile()).equals(stamped)).toBe(false);
    expect(packedVerdict('git push x')?.action).toBe('deny');
  });

  test('any broken byte makes it invalid or changes nothing', async () => {
    await pack();
    const whole = readFileSync(packFile());
    const expected = ['git push x', 'git status', 'ls'].map(packedVerdict);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const broken = Buffer.from(whole);
        broken[at] = (broken[at] as number) ^ change;
        writeFileSync(packFile(), broken);
        for (const [index, command] of ['git push x', 'git status', 'ls'].entries()) {
          const verdict = verdictOrNothing(command);
          if (verdict !== null) expect(verdict).toEqual(expected[index]);
        }
      }),
      { numRuns: runs(600) },
    );
  });

  test('of a file that changed while it was read is not kept', async () => {
    const outlook = lookAtSources(options);
    const policy = await load();
    write(PROJECT, 'Bash:git pull *', 'deny');
    await policyJustRead(policy, options, outlook).keep();
    expect(openPackedPolicy(options)).toBeNull();
  });

  test('of a source that is too long to be read is not kept', async () => {
    writeFileSync(join(root, 'long'), '');
    truncateSync(join(root, 'long'), 50 * 1024 * 1024);
    options = { ...options, others: [join(root, 'long')] };
    await pack();
    expect(openPackedPolicy(options)).toBeNull();
  });

  test('that cannot be saved is not an error', async () => {
    writeFileSync(join(root, 'file'), '');
    options = { ...options, locations: { ...options.locations, cacheDirectory: join(root, 'file/cache') } };
    await pack();
    expect(openPackedPolicy(options)).toBeNull();
  });

  test('takes away the drafts of those that were killed', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const directory = options.locations.cacheDirectory;
    await pack();
    const name = basename(packFile());
    const draftOf = (pid: number) => `.${name}.${pid}-0.tmp`;
    for (const pid of [dead, process.pid, process.ppid]) writeFileSync(join(directory, draftOf(pid)), 'half');
    await pack();
    expect(readdirSync(directory).sort()).toEqual([draftOf(process.ppid), name]);
  });

  test('is for its owner alone', async () => {
    await pack();
    expect(statSync(packFile()).mode & 0o777).toBe(0o600);
    expect(statSync(join(packFile(), '..')).mode & 0o777).toBe(0o700);
  });
});

function write(path: string, pattern: string, action: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), `[[permissions.rules]]\npattern = "${pattern}"\naction = "${action}"\n`);
}

async function load(): Promise<LoadedPolicy> {
  const { policy } = await loadRules(options.locations);
  if (!policy.ok) throw new Error('the rules do not load');
  return policy.value;
}

async function pack(): Promise<void> {
  const outlook = lookAtSources(options);
  await policyJustRead(await load(), options, outlook).keep();
}

function packFile(): string {
  const directory = options.locations.cacheDirectory;
  return join(directory, readdirSync(directory).find((name) => name.endsWith('.pack')) as string);
}

function packedVerdict(command: string): Verdict | null {
  const policy = openPackedPolicy(options);
  if (policy === null) return null;
  try {
    return judge(policy.book, bash(command));
  } finally {
    policy.close();
  }
}

function verdictOrNothing(command: string): Verdict | null {
  try {
    return packedVerdict(command);
  } catch {
    return null;
  }
}

function verdictOf({ rules, enforcedLayers }: LoadedPolicy, command: string): Verdict {
  return judge(createRuleBook(rules, { enforcedLayers }), bash(command));
}

function bash(command: string) {
  return describeCall({ tool: 'Bash', input: { command }, context: { workspace: absolutePath('/ws') } });
}

function sameSizeAndTime(): void {
  const file = join(root, PROJECT);
  const { atime, mtime } = statSync(file);
  writeFileSync(file, readFileSync(file, 'utf8').replace('push', 'pull'));
  utimesSync(file, atime, mtime);
}

function replaceFile(): void {
  const file = join(root, PROJECT);
  const { atime, mtime } = statSync(file);
  writeFileSync(`${file}.new`, readFileSync(file, 'utf8').replace('push', 'pull'));
  utimesSync(`${file}.new`, atime, mtime);
  renameSync(`${file}.new`, file);
}

function loseDirectory(): void {
  rmSync(join(root, 'managed'), { recursive: true });
  symlinkSync('gone', join(root, 'managed'));
}

function linkInstead(): void {
  const file = packFile();
  renameSync(file, join(root, 'elsewhere'));
  symlinkSync(join(root, 'elsewhere'), file);
}
