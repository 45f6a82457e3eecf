import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUICK_FLAGS } from '../../packages/cli/src/hook/hook-flags.ts';
import { CleanPlace, MINUTE, ROOT } from './helpers/clean-place.ts';
import { usedBytecode } from './helpers/used-bytecode.ts';

const place = new CleanPlace();
const prefix = place.directory('global');
const installed = join(prefix, 'lib/node_modules/caliban');
const workspace = place.directory('workspace');

beforeAll(async () => {
  await place.pack('cli');
  await place.npmInstall(place.root, '--global', '--prefix', prefix, place.tarball('cli'));
  mkdirSync(join(place.home, '.config/caliban'), { recursive: true });
  writeFileSync(join(place.home, '.config/caliban/permissions.toml'), ASKS);
}, 3 * MINUTE);
afterAll(() => place.remove(), MINUTE);

function caliban(args: readonly string[], input = '') {
  return place.run(join(prefix, 'bin/caliban'), args, { cwd: workspace, input });
}

test('the bundle and its papers are packed, nothing else', async () => {
  const files = await place.contents('cli');
  expect(files).toEqual(expect.arrayContaining(['dist/bundle/caliban.cjs', 'dist/bundle/hook.cjs']));
  const others = files.filter((file) => !/^dist\/bundle\/[\w.-]+\.(cjs|mjs|code)$/.test(file));
  expect(others.sort()).toEqual([
    ...['LICENSE', 'README.md', 'dist/THIRD-PARTY.txt', 'dist/bundle/.build'],
    ...['page-icon.svg', 'page.css', 'page.html', 'page.js'].map((name) => `dist/bundle/${name}`),
    ...['dist/man/caliban.1', 'dist/schemas/permissions.schema.json', 'dist/schemas/settings.schema.json'],
    'package.json',
  ]);
});

test('a question starts the server, which keeps it in SQLite of whatever Node there is', async () => {
  const settings = join(place.home, '.config/caliban/settings.toml');
  const script = join(place.root, 'script.json');
  writeFileSync(script, '[{ "tool_uses": [{ "name": "Bash", "input": { "command": "git log" } }] }, { "text": "." }]');
  writeFileSync(settings, '[serve]\nstart = "on-demand"\nidle_minutes = 1\n[inbox]\nwait_seconds = 1\n');
  try {
    const { exit } = await caliban(['-p', 'go', '--model', `scripted:${script}`, '--ask-via', 'inbox']);
    expect(exit).toBe(3);
    const { stdout } = await caliban(['perms', 'audit', '--tail', '1', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ because: { cause: 'inbox-expired' } });
    expect(existsSync(join(place.home, '.local/state/caliban/serve/inbox.db'))).toBe(true);
  } finally {
    await caliban(['serve', '--stop']);
    rmSync(settings);
  }
});

test('the manual is where `man` finds it, and the schemas are files', async () => {
  expect(readFileSync(join(prefix, 'share/man/man1/caliban.1'), 'utf8')).toMatch(/^\.TH CALIBAN 1 /);
  const { stdout: schema } = await caliban(['schema', 'permissions']);
  const file = join(prefix, 'lib/node_modules/caliban/dist/schemas/permissions.schema.json');
  expect(readFileSync(file, 'utf8')).toBe(schema);
});

/** The name is in the development build of each of these libraries, and no minifier changes it. */
test.each([
  ['react', 'react/cjs/react.development.js', 'react_stack_bottom_frame'],
  ['react/jsx-runtime', 'react/cjs/react-jsx-runtime.development.js', 'react_stack_bottom_frame'],
  ['react-reconciler', 'react-reconciler/cjs/react-reconciler.development.js', 'react_stack_bottom_frame'],
  ['scheduler', 'scheduler/cjs/scheduler.development.js', 'registerInternalModuleStart'],
])('the development build of %s is not packed', (_, file, name) => {
  expect(readFileSync(join(ROOT, 'node_modules', file), 'utf8')).toContain(name);
  expect(packedFilesWith(name)).toEqual([]);
});

test('React is packed once', () => {
  expect(packedFilesWith('react.transitional.element')).toHaveLength(1);
});

function packedFilesWith(text: string): readonly string[] {
  const bundle = join(installed, 'dist/bundle');
  return readdirSync(bundle).filter((name) => readFileSync(join(bundle, name)).includes(text));
}

test('the page on getting started installs it so', () => {
  const page = readFileSync(join(ROOT, 'docs/getting-started.md'), 'utf8');
  const [, commands = ''] = /## 1\. .*?```sh\n(.*?)```/s.exec(page) ?? [];
  const [name = ''] = place.tarball('cli').split('/').slice(-1);
  expect(commands.trim().split('\n')).toEqual([
    'node scripts/pack.mjs packed',
    `npm install --global ./packed/${name}`,
    'caliban --version',
  ]);
});

test('only the native lock, SQLite for Node 20 and the sandbox runtime are installed beside it', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  expect(Object.keys(optionalDependencies)).toEqual([
    '@anthropic-ai/sandbox-runtime',
    'fs-native-extensions',
    'libsql',
  ]);
});

const CALL = JSON.stringify({
  ...{ session_id: 's', transcript_path: '/t', cwd: workspace, hook_event_name: 'PreToolUse' },
  ...{ tool_name: 'Bash', tool_input: { command: 'git log | sh $(x)' } },
});

/** What only built-in rules ask is left to the agent. */
const ASKS = 'permissions = { ask = ["Bash:git log*"] }\n';

/** Loaded with their bytecode once it is there. */
const PREPARED: readonly Row[] = [
  ['perms test', ['perms', 'test', 'Bash', 'git push', '--deny', 'Bash:git *'], '', 1, /^deny: /],
  ['perms test of a line', ['perms', 'test', 'Bash', 'a | b $(c)'], '', 2, /^ask: /],
  ['hook', ['hook', 'claude-code'], CALL, 0, /"permissionDecision":"ask"/],
];

type Row = readonly [name: string, args: readonly string[], input: string, exit: number, stdout: RegExp];

test.each<Row>([
  ...PREPARED,
  ['--version', ['--version'], '', 0, /^caliban \d+\.\d+\.\d+\n$/],
  ['perms add', ['perms', 'add', 'Bash:make *', 'allow', '--scope', 'user'], '', 0, /Bash:make/],
  [
    'perms test of what was added',
    ['perms', 'test', 'Bash', 'make all'],
    '',
    0,
    /^allow: rule `Bash:make \*` \(.*\.toml:/,
  ],
  ['doctor', ['doctor'], '', 1, /connect an agent: `caliban install claude-code`/],
  ['completion', ['completion', 'bash'], '', 0, /caliban/],
  ['the tour', [], '', 0, /this is the tour.*the model reads/s],
])('%s', async (_, args, input, exit, stdout) => {
  expect(await caliban(args, input)).toEqual({ stdout: expect.stringMatching(stdout), stderr: '', exit });
});

test('the hook that it installs elsewhere is itself, and answers', async () => {
  expect(await caliban(['install', 'claude-code'])).toMatchObject({ stderr: '', exit: 0 });
  const settings = JSON.parse(readFileSync(join(place.home, '.claude/settings.json'), 'utf8'));
  const { command } = settings.hooks.PreToolUse[0].hooks[0];
  expect(command).toContain(join(prefix, 'bin/caliban'));
  const answer = await place.run('sh', ['-c', command], { cwd: workspace, input: CALL });
  expect(answer).toEqual({ stdout: expect.stringContaining('"permissionDecision":"ask"'), stderr: '', exit: 0 });
});

test('the hook of a project is what the first page puts on the path', async () => {
  expect(await caliban(['install', 'claude-code', '--scope', 'project'])).toMatchObject({ exit: 0 });
  const settings = JSON.parse(readFileSync(join(workspace, '.claude/settings.json'), 'utf8'));
  const { command } = settings.hooks.PreToolUse[0].hooks[0];
  const start = `PATH='${prefix}/bin':"$PATH"; ${command}`;
  const answer = await place.run('sh', ['-c', start], { cwd: workspace, input: CALL });
  expect(answer).toEqual({ stdout: expect.stringContaining('"permissionDecision":"ask"'), stderr: '', exit: 0 });
});

describe('bytecode', () => {
  const run = usedBytecode(place);
  const program = join(installed, 'dist/bundle/caliban.cjs');
  const start = { cwd: workspace, input: CALL };
  const denied = { stdout: expect.stringContaining('"permissionDecision":"deny"'), stderr: '', exit: 0 };

  beforeAll(() => {
    mkdirSync(join(workspace, '.caliban'));
    writeFileSync(
      join(workspace, '.caliban/permissions.toml'),
      '[[permissions.rules]]\npattern = "Bash:sh *"\naction = "deny"\n',
    );
  });

  test.each([
    ['perms test', [], ['perms', 'test', 'Bash', 'git push'], ['caliban-program', 'caliban-test']],
    ['hook', [], ['hook', 'claude-code'], ['hook', 'shell']],
    ['hook with flags', QUICK_FLAGS, ['hook', 'claude-code'], ['hook', 'shell']],
  ] as const)('%s: kept by the first process, used by the next', async (_, flags, args, names) => {
    place.forgetCache();
    for (const state of ['none', 'used']) {
      const { used } = await run([process.execPath, ...flags], [program, ...args], start);
      expect(used).toMatchObject(Object.fromEntries(names.map((name) => [name, state])));
    }
  });

  test('`install` makes it for the line that it writes', async () => {
    place.forgetCache();
    await caliban(['install', 'claude-code']);
    expect(readdirSync(place.cache).filter((name) => name.startsWith('warm-'))).toEqual([]);
    const settings = JSON.parse(readFileSync(join(place.home, '.claude/settings.json'), 'utf8'));
    const files = kept('hook');
    const ages = files.map((file) => ageOf(readFileSync(file)));
    await place.run('sh', ['-c', settings.hooks.PreToolUse[0].hooks[0].command], start);
    expect(kept('hook')).toEqual(files);
    // What is used and still young is kept again, a step older; what is not used begins with one.
    const older = files.filter((file, index) => ageOf(readFileSync(file)) === (ages[index] as number) + 1);
    expect(older).toHaveLength(1);
    expect(Math.min(...ages)).toBeGreaterThan(0);
  });

  test.each<[string, (file: string) => void]>([
    ['of another Node', (file) => writeFileSync(file, ofAnotherVersion(readFileSync(file)))],
    ['with one byte changed', (file) => writeFileSync(file, withOneChange(readFileSync(file)))],
    ['cut short', (file) => writeFileSync(file, readFileSync(file).subarray(0, 5000))],
    ['all zeros', (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length))],
    ['empty', (file) => writeFileSync(file, '')],
    ['of another file', (file) => writeFileSync(file, readFileSync(join(dirname(file), 'shell')))],
    ['that others may read', (file) => chmodSync(file, 0o644)],
    ['behind a link', (file) => moveBehindLink(file)],
    ['in a directory of others', (file) => chmodSync(dirname(file), 0o777)],
    ['that is a directory', (file) => replaceByDirectory(file)],
  ])('%s is not used, and the answer is the same', async (_, change) => {
    place.forgetCache();
    await run([process.execPath], [program, 'hook', 'claude-code'], start);
    for (const file of kept('hook')) change(file);
    const { used, ...outcome } = await run([process.execPath], [program, 'hook', 'claude-code'], start);
    expect(used.hook).toMatch(/^(none|rejected)$/);
    expect(outcome).toEqual(denied);
  });

  test.each<[string, () => void]>([
    ['there is no cache', () => place.forgetCache()],
    ['a file is where the cache should be', () => writeFileSync(place.cache, '')],
    ['a file is where its directory should be', () => writeWhereDirectoryShouldBe()],
  ])('%s: the answer is the same', async (_, change) => {
    rmSync(place.cache, { recursive: true, force: true });
    change();
    for (const call of [1, 2]) {
      expect(await caliban(['hook', 'claude-code'], CALL), `call ${call}`).toEqual(denied);
    }
    rmSync(place.cache, { recursive: true, force: true });
  });

  test('of old Nodes is forgotten: the newest eight stay', async () => {
    const bytecode = join(place.cache, 'bytecode');
    for (let age = 1; age <= 12; age++) {
      mkdirSync(join(bytecode, `old-${age}`), { recursive: true, mode: 0o700 });
      const time = new Date(Date.now() - age * 60_000);
      utimesSync(join(bytecode, `old-${age}`), time, time);
    }
    await caliban(['hook', 'claude-code'], CALL);
    const left = readdirSync(bytecode).filter((name) => name.startsWith('old-'));
    expect(left.sort()).toEqual(['old-1', 'old-2', 'old-3', 'old-4', 'old-5', 'old-6', 'old-7']);
  });

  function kept(name: string): readonly string[] {
    const bytecode = join(place.cache, 'bytecode');
    const files = readdirSync(bytecode)
      .map((directory) => join(bytecode, directory, name))
      .filter((file) => existsSync(file));
    expect(files).not.toEqual([]);
    return files;
  }

  function writeWhereDirectoryShouldBe(): void {
    mkdirSync(place.cache, { recursive: true });
    writeFileSync(join(place.cache, 'bytecode'), '');
  }
});

function withOneChange(file: Buffer): Buffer {
  const other = Buffer.from(file);
  const at = other.length - 1000;
  other[at] = (other[at] as number) ^ 1;
  return other;
}

/** In both copies; the second word of each says for which V8 it was made. */
function ofAnotherVersion(file: Buffer): Buffer {
  const other = Buffer.from(file);
  const start = headerLength(file) + 8;
  for (const at of [start + 4, (start + other.length) / 2 + 4])
    other.writeUInt32LE((other.readUInt32LE(at) ^ 0xffff) >>> 0, at);
  return other;
}

function ageOf(file: Buffer): number {
  return file[headerLength(file)] as number;
}

/** A line, up to a multiple of eight. */
function headerLength(file: Buffer): number {
  return Math.ceil((file.indexOf('\n') + 1) / 8) * 8;
}

function moveBehindLink(file: string): void {
  renameSync(file, `${file}-moved`);
  symlinkSync(`${file}-moved`, file);
}

function replaceByDirectory(file: string): void {
  rmSync(file);
  mkdirSync(file);
}
