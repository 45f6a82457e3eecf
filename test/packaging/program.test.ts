import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUICK_FLAGS } from '../../packages/cli/src/hook/quick-flags.ts';
import { CleanPlace, MINUTE, ROOT } from './helpers/clean-place.ts';

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
  const others = files.filter((file) => !/^dist\/bundle\/[\w.-]+\.(cjs|mjs|code|bytecode|quick-bytecode)$/.test(file));
  expect(others.sort()).toEqual([
    ...['LICENSE', 'README.md', 'dist/THIRD-PARTY.txt', 'dist/bundle/.build', 'package.json'],
  ]);
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

test('only the native lock is installed beside it', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  expect(Object.keys(optionalDependencies)).toEqual(['fs-native-extensions']);
});

const CALL = JSON.stringify({
  ...{ session_id: 's', transcript_path: '/t', cwd: workspace, hook_event_name: 'PreToolUse' },
  ...{ tool_name: 'Bash', tool_input: { command: 'git log | sh $(x)' } },
});

/** What only built-in rules ask is left to the agent. */
const ASKS = 'permissions = { ask = ["Bash:git log*"] }\n';

/** These are loaded together with their bytecode. */
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

test.each([
  [[], ['perms', 'test', 'Bash', 'git push'], { 'caliban-program.code': true, 'caliban-test.code': true }],
  [[], ['hook', 'claude-code'], { 'hook.code': true, 'shell.code': true }],
  [QUICK_FLAGS, ['hook', 'claude-code'], { 'hook.code': true, 'shell.code': true }],
])('node %j caliban %j: what V8 made of the code is used', async (flags, args, used) => {
  const preload = join(place.home, 'note-used.cjs');
  writeFileSync(preload, NOTE_USED);
  const program = join(installed, 'dist/bundle/caliban.cjs');
  await place.run(process.execPath, [...flags, '-r', preload, program, ...args], { cwd: workspace, input: CALL });
  expect(JSON.parse(readFileSync(join(place.home, 'used.json'), 'utf8'))).toMatchObject(used);
});

/** Of each file that was loaded: whether V8 took what lay beside it. */
const NOTE_USED = `
const vm = require('node:vm');
const { Script } = vm;
const used = {};
vm.Script = class extends Script {
  constructor(code, options) {
    super(code, options);
    used[require('node:path').basename(options.filename)] = this.cachedDataRejected === false;
  }
};
const note = () => require('node:fs').writeFileSync(__dirname + '/used.json', JSON.stringify(used));
const { reallyExit } = process;
process.reallyExit = (code) => { note(); reallyExit.call(process, code); };
process.on('exit', note);
`;

// Each goes on from where the one before has left the files.
describe.each<[string, (file: string) => void]>([
  ['bytecode of another Node', (file) => writeFileSync(file, ofAnotherVersion(readFileSync(file)))],
  ['bytecode cut short', (file) => writeFileSync(file, readFileSync(file).subarray(0, 100))],
  ['no bytecode', (file) => rmSync(file)],
])('with %s', (_, change) => {
  beforeAll(() => {
    const bundle = join(installed, 'dist/bundle');
    const bytecode = readdirSync(bundle).filter((name) => name.endsWith('bytecode'));
    expect(bytecode).not.toEqual([]);
    for (const name of bytecode) change(join(bundle, name));
  });

  test.each(PREPARED)('%s', async (_name, args, input, exit, stdout) => {
    expect(await caliban(args, input)).toEqual({ stdout: expect.stringMatching(stdout), stderr: '', exit });
  });
});

/** The second word of the header says for which V8 it was made. */
function ofAnotherVersion(bytecode: Buffer): Buffer {
  const other = Buffer.from(bytecode);
  other.writeUInt32LE((bytecode.readUInt32LE(4) ^ 0xffff) >>> 0, 4);
  return other;
}
