import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArgs } from '../../../src/command-line/args.ts';
import { PERMS_COMMANDS } from '../../../src/command-line/perms-commands.ts';
import { run } from '../../../src/command-line/run.ts';
import { packedPolicyAt } from '../../../src/policy/packed-policy-at.ts';
import type { Terminal } from '../../../src/process/terminal.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-perms-test-')));
const packs = join(root, 'home/.cache/caliban');

afterAll(() => rmSync(root, { recursive: true }));

/** A key that nobody knows is something to warn of. */
const RULES = `[permissions]
colour = "red"

[[permissions.rules]]
pattern = "Bash:git push *"
action = "deny"
reason = "ask a colleague"

[[permissions.rules]]
pattern = "Bash:git *"
action = "allow"

[[permissions.rules]]
pattern = "Edit:src/**"
action = "allow"
`;

const CALLS: readonly (readonly string[])[] = [
  ['Bash', 'git status'],
  ['Bash', 'git push origin main'],
  ['Bash', 'git status && git push x', '--json'],
  ['Bash', 'make'],
  ['Edit', '{"file_path": "src/a.ts"}'],
  ['Read', 'docs/a.md', '--mode', 'plan'],
  ['Bash', 'make', '--mode', 'auto'],
  ['Bsh', 'make'],
  ['Bash', 'make', '--mode', 'nonsense'],
  ['Bash', 'make', '--allow', 'Bash:make'],
  ['Bash', 'git status', '--no-defaults'],
];

describe('by a packed policy as by its files', () => {
  const byFiles = new Map<string, Outcome>();

  beforeAll(async () => {
    mkdirSync(join(root, 'home/.config/caliban'), { recursive: true });
    mkdirSync(join(root, 'ws/.git'), { recursive: true });
    writeFileSync(join(root, 'home/.config/caliban/permissions.toml'), RULES);
    for (const call of CALLS) {
      rmSync(packs, { recursive: true, force: true });
      byFiles.set(call.join(' '), await permsTest(call));
    }
  });

  test('the first answer leaves a pack for the next', async () => {
    rmSync(packs, { recursive: true, force: true });
    await permsTest(['Bash', 'make', '--allow', 'Bash:make']);
    expect(existsSync(packs)).toBe(false);
    await permsTest(['Bash', 'make']);
    expect(readdirSync(packs)).toHaveLength(1);
  });

  test.each([
    [['Bash', 'make'], 'packed'],
    [['Bash', 'make', '--allow', 'Bash:make'], 'files-only'],
    [['Bash', 'make', '--no-defaults'], 'files-only'],
    [['Bash', 'make', '--rules', 'x.toml'], 'files-only'],
  ])('%j: %s', (argv, by) => {
    const command = PERMS_COMMANDS.find(({ name }) => name === 'test') as (typeof PERMS_COMMANDS)[number];
    const packed = packedPolicyAt({}, readArgs(command, argv), terminal());
    if (packed.kind === 'packed') packed.close();
    expect(packed.kind).toBe(by);
  });

  test.each(CALLS.map((call) => [call]))('%j', async (call) => {
    expect(await permsTest(call)).toEqual(byFiles.get(call.join(' ')));
  });

  test('a line too long for a pack', async () => {
    const call = ['Bash', `git log ${'x'.repeat(70_000)}; git push x`];
    expect(await permsTest(call)).toEqual(await permsTest([...call, '--deny', 'Bash:no such command']));
  });

  test('warnings about the files are printed', async () => {
    expect(await permsTest(['Bash', 'git status'])).toMatchObject({ err: expect.stringContaining('colour') });
  });

  test('a pack whose boxes are broken says nothing', async () => {
    const file = join(packs, readdirSync(packs)[0] as string);
    const bytes = readFileSync(file);
    bytes.fill(0x20, bytes.indexOf('"starts"'));
    writeFileSync(file, bytes);
    expect(await permsTest(['Bash', 'git push x'])).toMatchObject({
      exit: 1,
      out: expect.stringContaining('Bash:git push *'),
    });
  });
});

test.each([
  [
    'U+2028 and U+2029 as they are',
    ['{"id":1,"tool":"Read","input":{"path":"a\u2028b\u2029c"}}\n{"id":2,"tool":"Read"}\n'],
  ],
  ['the last line without its end', ['{"id":1,"tool":"Read"}\r\n\r\n{"id":2,"to', 'ol":"Read"}']],
])('a batch from standard input: %s', async (_, chunks) => {
  const answers: unknown[] = [];
  const exit = await run(['perms', 'test', '--batch', '-'], {
    ...terminal(),
    input: async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk);
    },
    out: (text) => void answers.push(JSON.parse(text)),
  });
  expect([exit, answers]).toMatchObject([
    0,
    [
      { id: 1, action: 'allow' },
      { id: 2, action: 'allow' },
    ],
  ]);
});

type Outcome = { readonly out: string; readonly err: string; readonly exit: number };

async function permsTest(argv: readonly string[]): Promise<Outcome> {
  let [out, err] = ['', ''];
  const exit = await run(['perms', 'test', ...argv], {
    ...terminal(),
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { out, err, exit };
}

function terminal(): Terminal {
  return {
    out() {},
    err() {},
    drained: async () => {},
    readInput: async () => '',
    input: async function* () {},
    inputIsTerminal: false,
    isInteractive: false,
    interrupted: () => new AbortController().signal,
    cwd: join(root, 'ws'),
    env: {},
    home: join(root, 'home'),
    colours: false,
  };
}
