import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HOST_NAMES } from '@caliban/adapters';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readArgs } from '../../src/command-line/args.ts';
import { flags } from '../../src/command-line/flags.ts';
import { FailedError, UsageError } from '../../src/command-line/problems.ts';
import { install } from '../../src/commands/install.ts';
import { uninstall } from '../../src/commands/uninstall.ts';
import { hookProgram } from '../../src/install/hook-program.ts';
import type { ConversationTerminal } from '../../src/install/install-request.ts';
import { wiredHosts } from '../../src/install/wired-hosts.ts';

const COMMAND = {
  name: 'install',
  usage: '',
  about: '',
  flags: flags('scope', 'dry-run', 'workspace', 'json', 'yes', 'no-import', 'warm'),
  examples: [],
};

let root: string;
let printed: string;
let complained: string;
/** The words of each hook that bytecode was made for. */
let warmed: (readonly string[])[];
/** Null: there is no terminal. */
let typed: string | null;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'caliban-install-'));
  mkdirSync(join(root, 'ws/.git'), { recursive: true });
  printed = '';
  complained = '';
  warmed = [];
  typed = null;
});

afterEach(() => rmSync(root, { recursive: true }));

function terminal(): ConversationTerminal {
  return {
    out: (text) => void (printed += text.replaceAll(root, '')),
    err: (text) => void (complained += text.replaceAll(root, '')),
    cwd: join(root, 'ws'),
    env: {},
    home: join(root, 'home'),
    colours: false,
    isInteractive: typed !== null,
    async *input() {
      yield Buffer.from(typed ?? '');
    },
  };
}

/** The bytecode is made by the packaged program in `test/packaging`. */
const run = (what: typeof install, ...argv: string[]) =>
  what(readArgs(COMMAND, argv), terminal(), (words) => warmed.push(words));

function put(file: string, content: string): string {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

describe.each(HOST_NAMES)('%s', (host) => {
  test.each(['user', 'project'])('into the files of the %s and out again', async (scope) => {
    expect(await run(install, host, '--scope', scope)).toBe(0);
    expect(await wiredHosts(terminal(), join(root, 'ws'))).toMatchObject([{ host, scope, state: 'wired' }]);
    printed = '';
    await run(install, host, '--scope', scope);
    expect(printed).toContain(`${host} asks caliban already: /`);
    await run(uninstall, host, '--scope', scope);
    expect(await wiredHosts(terminal(), join(root, 'ws'))).toEqual([]);
    removeOwnDirectories();
    expect(readdirSync(root, { recursive: true }).sort()).toEqual(['home', 'ws', 'ws/.git']);
  });

  test('trying changes nothing', async () => {
    await run(install, host, '--dry-run');
    expect(printed).toMatch(/^\/home\/.* \(new\)\n\+ .*\n\nnothing was written\n$/s);
    expect(filesBelow(root)).toEqual([]);
  });
});

test('existing content stays, and the difference is shown', async () => {
  const text = '{\n  // mine\n  "model": "opus"\n}\n';
  const file = put('ws/.claude/settings.json', text);
  await run(install, 'claude-code', '--scope', 'project');
  const before = `env -u NODE_EXTRA_CA_CERTS caliban hook claude-code || sh -c 'command -v caliban >/dev/null || echo \\"This project uses caliban to decide what AI agents may do, and caliban is not installed here, so every call is refused. Install it with: npm install -g caliban\\" >&2; echo \\"caliban did not allow the call\\" >&2; exit 2'`;
  const after =
    'env -u NODE_EXTRA_CA_CERTS caliban hook claude-code --after || echo \\"caliban could not record the answer\\" >&2';
  const hook = (event: string, command: string, more = '') => `+     "${event}": [
+       {
+         "matcher": "*",
+         "hooks": [
+           {
+             "type": "command",
+             "command": "${command}",
+             "timeout": 10${more}
+           }
+         ]
+       }
+     ]`;
  const lines = [
    ...['PreToolUse', 'PermissionRequest'].map((event) => hook(event, before)),
    ...['PostToolUse', 'PostToolUseFailure', 'PermissionDenied'].map((event) =>
      hook(event, after, ',\n+             "async": true'),
    ),
  ];
  expect(printed).toBe(`/ws/.claude/settings.json
  {
    // mine
-   "model": "opus"
+   "model": "opus",
+   "hooks": {
${lines.join(',\n')}
+   }
  }

claude-code asks caliban from now on; sessions that run already take it up at their next start; /hooks shows it
`);
  await run(uninstall, 'claude-code', '--scope', 'project');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('the output for programs', async () => {
  await run(install, 'codex', '--json');
  expect(JSON.parse(printed)).toEqual({
    changed: true,
    wouldChange: true,
    host: 'codex',
    scope: 'user',
    file: '/home/.codex/hooks.json',
    state: 'wired',
  });
});

test.each([
  [[], [hookProgram('user').words]],
  [['--scope', 'project'], [['caliban']]],
  [['--dry-run'], []],
])('bytecode is made for the hook that was written: %j', async (flags, words) => {
  await run(install, 'codex', ...flags);
  expect(warmed).toEqual(words);
});

test('a link stays a link', async () => {
  const real = put('dotfiles/claude.json', '{}');
  mkdirSync(join(root, 'home/.claude'), { recursive: true });
  symlinkSync(real, join(root, 'home/.claude/settings.json'));
  await run(install, 'claude-code');
  expect(lstatSync(join(root, 'home/.claude/settings.json')).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, 'utf8')).toContain('hook claude-code');
  await run(uninstall, 'claude-code');
  expect(lstatSync(join(root, 'home/.claude/settings.json')).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, 'utf8')).toBe('{}');
});

test.each(['claude-code', 'opencode'])(
  'if a file contains only the hook of %s, link and file are removed',
  async (host) => {
    await run(install, host);
    const link = filesBelow(join(root, 'home')).filter((file) => !file.includes('/.local/'))[0] ?? '';
    put('dotfiles/other', '');
    renameSync(join(root, link), join(root, 'dotfiles/moved'));
    symlinkSync(join(root, 'dotfiles/moved'), join(root, link));
    printed = '';
    await run(uninstall, host);
    expect(printed).toContain(`${link} (removed)\n`);
    expect(lstatSync(join(root, link), { throwIfNoEntry: false })).toBeUndefined();
    expect(readdirSync(join(root, 'dotfiles'))).toEqual(['other']);
  },
);

test('nothing there, nothing to take away', async () => {
  await run(uninstall, 'gemini-cli');
  expect(printed).toBe('gemini-cli does not ask caliban: /home/.gemini/settings.json\n');
  expect(existsSync(join(root, 'home/.gemini'))).toBe(false);
});

describe('directories that are not empty, or that someone named, stay', () => {
  test.each([
    ['another plugin', {}, 'home/.config/opencode/plugin/other.js', ['home/.config/opencode/plugin/other.js']],
    ['another file', {}, 'home/.config/opencode/opencode.json', ['home/.config/opencode/opencode.json']],
    ['named by a variable', { XDG_CONFIG_HOME: 'config' }, 'x', ['config', 'x']],
  ])('%s', async (_, variables, other, left) => {
    put(other, '');
    const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, join(root, value)]));
    for (const what of [install, uninstall])
      await what(readArgs(COMMAND, ['opencode']), { ...terminal(), env }, () => {});
    removeOwnDirectories();
    const found = readdirSync(root, { recursive: true }).map(String);
    expect(found.filter((path) => !found.some((below) => below.startsWith(`${path}/`))).sort()).toEqual(
      [...left, 'ws/.git', ...(existsSync(join(root, 'home/.config')) ? [] : ['home'])].sort(),
    );
  });
});

/** State and cache are caliban's, and stay. */
function removeOwnDirectories(): void {
  rmSync(join(root, 'home/.local'), { recursive: true });
  rmSync(join(root, 'home/.cache'), { recursive: true, force: true });
}

test('a broken file is left alone', async () => {
  const file = put('home/.claude/settings.json', '{ "hooks": ');
  await expect(run(install, 'claude-code')).rejects.toThrow(FailedError);
  await expect(run(install, 'claude-code')).rejects.toThrow('settings.json: line 1, column 12: not valid JSON');
  expect(readFileSync(file, 'utf8')).toBe('{ "hooks": ');
});

test.each([
  [[], 'say for which agent: claude-code, codex'],
  [['claude'], 'there is no host `claude`'],
  [['codex', 'cursor'], '`cursor` is one argument too many'],
  [['codex', '--scope', 'local'], 'there is no scope `local` here; it is user, project, managed'],
])('%j', async (argv, message) => {
  await expect(run(install, ...argv)).rejects.toThrow(UsageError);
  await expect(run(install, ...argv)).rejects.toThrow(message);
});

test('a switch in another file is seen', async () => {
  await run(install, 'codex');
  put('home/.codex/config.toml', '[features]\nhooks = false\n');
  expect(await wiredHosts(terminal(), join(root, 'ws'))).toMatchObject([{ host: 'codex', state: 'switched-off' }]);
});

describe.each([
  ['claude-code', 'home/.claude/settings.json', '{"disableAllHooks": true}', 'disableAllHooks'],
  ['qwen-code', 'home/.qwen/settings.json', '{"disableAllHooks": true}', 'disableAllHooks'],
  ['copilot', 'home/.copilot/hooks/caliban.json', '{"disableAllHooks": true}', 'disableAllHooks'],
  ['gemini-cli', 'home/.gemini/settings.json', '{"hooksConfig": {"enabled": false}}', 'hooksConfig.enabled'],
  ['codex', 'home/.codex/config.toml', '[features]\nhooks = false\n', 'features.hooks'],
])('%s with its hooks switched off in %s', (host, file, content, setting) => {
  beforeEach(() => put(file, content));
  const warning = `hooks are switched off by \`${setting}\` in /${file}; until you change that, ${host} runs none and no call is judged\n`;

  test.each([
    [[], /\n\nthe hook is there\n$/],
    [['--dry-run'], /\n\nnothing was written\n$/],
  ])('install %j', async (flags, end) => {
    await run(install, host, ...flags);
    expect([printed, complained]).toEqual([expect.stringMatching(end), warning]);
  });

  test('install, a second time', async () => {
    await run(install, host);
    printed = complained = '';
    await run(install, host);
    expect([printed, complained]).toEqual([expect.stringMatching(/^the hook is there already: /), warning]);
  });

  test('the output for programs', async () => {
    await run(install, host, '--json');
    expect(JSON.parse(printed)).toMatchObject({ state: 'switched-off', setting, settingsFile: `/${file}` });
    expect(complained).toBe(warning);
  });
});

describe.each([
  [
    'claude-code',
    'user',
    { 'ws/.claude/settings.local.json': '{"disableAllHooks": true}' },
    'ws/.claude/settings.local.json',
  ],
  ['claude-code', 'user', { 'ws/.claude/settings.json': '{"disableAllHooks": true}' }, 'ws/.claude/settings.json'],
  [
    'claude-code',
    'project',
    { 'home/.claude/settings.json': '{"disableAllHooks": true}' },
    'home/.claude/settings.json',
  ],
  [
    'gemini-cli',
    'user',
    { 'ws/.gemini/settings.json': '{"hooksConfig": {"enabled": false}}' },
    'ws/.gemini/settings.json',
  ],
  ['qwen-code', 'project', { 'home/.qwen/settings.json': '{"disableAllHooks": true}' }, 'home/.qwen/settings.json'],
  ['codex', 'project', { 'home/.codex/config.toml': '[features]\nhooks = false\n' }, 'home/.codex/config.toml'],
  ['codex', 'user', { 'ws/.codex/config.toml': '[features]\nhooks = false\n' }, 'ws/.codex/config.toml'],
  // Who stands nearer has the last word; a file that says nothing, or cannot be read, has none.
  [
    'claude-code',
    'user',
    {
      'home/.claude/settings.json': '{"disableAllHooks": true}',
      'ws/.claude/settings.local.json': '{"disableAllHooks": false}',
    },
    null,
  ],
  [
    'codex',
    'project',
    { 'home/.codex/config.toml': '[features]\nhooks = false', 'ws/.codex/config.toml': 'features.hooks = true' },
    null,
  ],
  [
    'claude-code',
    'user',
    { 'ws/.claude/settings.local.json': '{"model": "opus"}', 'ws/.claude/settings.json': '{ not ours' },
    null,
  ],
  ['copilot', 'user', { 'ws/.github/hooks/other.json': '{"disableAllHooks": true}' }, null],
] as const)('%s, installed for the %s, with %j', (host, scope, files, off) => {
  beforeEach(() => {
    for (const [file, content] of Object.entries(files)) put(file, content);
  });

  test('install and doctor say which file switches the hooks off', async () => {
    await run(install, host, '--scope', scope);
    expect(complained.includes('hooks are switched off by')).toBe(off !== null);
    expect(complained).toContain(off === null ? '' : ` in /${off}; until you change that, ${host} runs none`);
    const [wired] = (await wiredHosts(terminal(), join(root, 'ws'))).filter((wired) => wired.scope === scope);
    const standing = off === null ? { state: 'wired' } : { state: 'switched-off', settingsFile: join(root, off) };
    expect(wired).toMatchObject({ host, ...standing });
  });
});

test.each([
  [
    'claude-code',
    'home/.claude/settings.json',
    '"timeout": 10',
    '"timeout": 1, "async": true',
    "claude-code may continue without caliban's answer: in its hook, `timeout` is 1 and should be 10, `async` is true and should not be there\n",
  ],
  [
    'cursor',
    'home/.cursor/hooks.json',
    '"failClosed": true',
    '"x": false',
    "cursor may continue without caliban's answer: in its hook, `failClosed` is missing and should be true\n",
  ],
  [
    'gemini-cli',
    'home/.gemini/settings.json',
    /^\{/,
    '{"hooksConfig": {"disabled": ["caliban"]}, ',
    'the hook is switched off by `hooksConfig.disabled` in /home/.gemini/settings.json; until you change that, gemini-cli does not run it and no call is judged\n',
  ],
])('a hook of %s that runs without effect, or not at all', async (host, file, from, to, warning) => {
  await run(install, host);
  put(file, readFileSync(join(root, file), 'utf8').replace(from, to));
  printed = complained = '';
  await run(install, host);
  expect([printed, complained]).toEqual([`the hook is there already: /${file}\n`, warning]);
  const [wired] = await wiredHosts(terminal(), join(root, 'ws'));
  expect(wired?.state).toMatch(/^(altered|switched-off)$/);
});

describe('hooks that ask the server', () => {
  const client = () => join(root, 'home/.local/state/caliban/hook.bash');
  const settings = () => JSON.parse(readFileSync(join(root, 'home/.claude/settings.json'), 'utf8')).hooks;
  const before = '{\n  // mine\n  "model": "opus",   "hooks": { "Stop": [] }\n}';

  test.each(HOST_NAMES.filter((host) => host !== 'opencode'))('%s, in and out again byte for byte', async (host) => {
    expect(await run(install, host, '--warm')).toBe(0);
    expect(existsSync(client())).toBe(true);
    expect(lstatSync(client()).mode & 0o777).toBe(0o600);
    const [wired] = await wiredHosts(terminal(), join(root, 'ws'));
    expect(wired).toMatchObject({ host, scope: 'user', state: 'wired', isWarm: true });
    printed = '';
    await run(install, host, '--warm');
    expect(printed).toContain(`${host} asks caliban already: /`);
    await run(uninstall, host);
    expect(existsSync(client())).toBe(false);
    removeOwnDirectories();
    expect(readdirSync(root, { recursive: true }).sort()).toEqual(['home', 'ws', 'ws/.git']);
  });

  test('a file with more in it is as it was, and the client stays while another agent needs it', async () => {
    const file = put('home/.claude/settings.json', before);
    await run(install, 'claude-code', '--warm');
    await run(install, 'codex', '--warm');
    expect(complained).toContain('note: the warm hook needs `caliban serve`');
    await run(uninstall, 'claude-code');
    expect([readFileSync(file, 'utf8'), existsSync(client())]).toEqual([before, true]);
    await run(uninstall, 'codex');
    expect(existsSync(client())).toBe(false);
  });

  test('without --warm the plain line comes back', async () => {
    await run(install, 'claude-code');
    const plain = settings().PreToolUse;
    await run(install, 'claude-code', '--warm');
    expect(settings().PreToolUse[0].hooks[0]).toMatchObject({
      command: expect.stringMatching(/^bash -p \//),
      timeout: 15,
    });
    await run(install, 'claude-code');
    expect(settings().PreToolUse[0].hooks[0].command).toBe(plain[0].hooks[0].command);
  });

  test.each([
    [['claude-code', '--warm', '--scope', 'project'], '--warm is for your own configuration; leave --scope out'],
    [['opencode', '--warm'], '--warm does nothing for opencode: its plugin starts the hook itself'],
  ])('%j is refused', async (words, message) => {
    await expect(run(install, ...words)).rejects.toThrow(message);
    expect(filesBelow(root)).toEqual([]);
  });
});

describe('questions that wait for a person', () => {
  const wait = (seconds: number) => put('home/.config/caliban/settings.toml', `[inbox]\nwait_seconds = ${seconds}\n`);

  test.each([
    ['claude-code', 'home/.claude/settings.json', /"timeout": 315\b/g, 2],
    ['codex', 'home/.codex/hooks.json', /"timeout": 315\b/g, 2],
    ['gemini-cli', 'home/.gemini/settings.json', /"timeout": 315000\b/g, 1],
    ['qwen-code', 'home/.qwen/settings.json', /"timeout": 315000\b/g, 1],
    ['copilot', 'home/.copilot/hooks/caliban.json', /"timeoutSec": 315\b/g, 1],
    ['opencode', 'home/.config/opencode/plugin/caliban.js', /DEADLINE_MS = 315_000/g, 1],
  ])('%s waits longer than the hook', async (host, file, timeout, count) => {
    await run(install, host);
    const before = readFileSync(join(root, file), 'utf8');
    wait(300);
    expect(await wiredHosts(terminal(), join(root, 'ws'))).toMatchObject([{ host, state: 'other-wait' }]);
    await run(install, host);
    const text = readFileSync(join(root, file), 'utf8');
    expect(text.match(timeout)).toHaveLength(count);
    expect(text).toContain(host === 'opencode' ? 'const WAIT = ["--wait","300"];' : ` hook ${host} --wait 300 `);
    expect(text).not.toMatch(/--wait 300 --after|--after --wait/);
    expect(await wiredHosts(terminal(), join(root, 'ws'))).toMatchObject([{ host, state: 'wired' }]);
    wait(600);
    expect(await wiredHosts(terminal(), join(root, 'ws'))).not.toMatchObject([{ state: 'wired' }]);
    await run(uninstall, host);
    expect(existsSync(join(root, file))).toBe(false);
    expect(before).not.toContain('--wait');
  });

  test("a project's line says nothing of it", async () => {
    wait(300);
    await run(install, 'codex', '--scope', 'project');
    expect(readFileSync(join(root, 'ws/.codex/hooks.json'), 'utf8')).not.toContain('--wait');
  });
});

test('doctor reports hooks that are switched off or broken', async () => {
  put(
    'home/.claude/settings.json',
    '{"disableAllHooks": true, "hooks": {"PreToolUse": [{"hooks": [{"command": "caliban hook claude-code"}]}]}}',
  );
  put('home/.gemini/settings.json', '{ caliban hook gemini-cli');
  put('home/.qwen/settings.json', '{ not ours');
  mkdirSync(join(root, 'ws/.codex/hooks.json'), { recursive: true });
  expect(
    (await wiredHosts(terminal(), join(root, 'ws'))).map(({ host, scope, state }) => [host, scope, state]),
  ).toEqual([
    ['claude-code', 'user', 'switched-off'],
    ['gemini-cli', 'user', 'unreadable'],
    ['codex', 'project', 'unreadable'],
  ]);
});

function filesBelow(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replace(root, ''));
}

describe('the rules of the host', () => {
  const SETTINGS = '{ "permissions": { "allow": ["Bash(npm run lint:*)"], "deny": ["Read(./secret/**)"] } }';
  const ours = () => (existsSync(join(root, 'home/.config')) ? readFileSync(rulesFile(), 'utf8') : null);
  const rulesFile = () => join(root, 'home/.config/caliban/permissions.toml');

  test('without a terminal nothing is imported, and a note says how', async () => {
    put('home/.claude/settings.json', SETTINGS);
    await run(install, 'claude-code');
    expect(complained).toMatch(
      /^note: Claude Code has \d rules that caliban does not have; `caliban install claude-code --yes` imports them\n$/,
    );
    expect(ours()).toBeNull();
  });

  test('--yes imports them', async () => {
    put('home/.claude/settings.json', SETTINGS);
    await run(install, 'claude-code', '--yes');
    expect(ours()).toContain('Bash(npm run lint:*)');
    expect(printed).toContain('claude-code asks caliban from now on');
  });

  test('--yes --no-import leaves them out', async () => {
    put('home/.claude/settings.json', SETTINGS);
    await run(install, 'claude-code', '--yes', '--no-import');
    expect(ours()).toBeNull();
  });

  test.each([
    ['y\ny\n', true, true],
    ['n\ny\n', false, true],
    ['\nn\n', true, false],
    ['', false, false],
  ])('answers %j: imported %s, installed %s', async (answers, imports, installs) => {
    const file = put('home/.claude/settings.json', SETTINGS);
    typed = answers;
    await run(install, 'claude-code');
    expect(ours() !== null).toBe(imports);
    expect(
      readFileSync(file, 'utf8').includes('caliban hook claude-code') || readFileSync(file, 'utf8') !== SETTINGS,
    ).toBe(installs);
  });
});

describe('without a host', () => {
  test('a script reads which are here', async () => {
    put('home/.claude/settings.json', '{}');
    put('home/.codex/config.toml', '');
    await expect(run(install)).rejects.toThrow(new UsageError('say for which agent; found here: claude-code, codex'));
  });

  test('at a terminal one is chosen by number', async () => {
    put('home/.claude/settings.json', '{}');
    put('home/.codex/config.toml', '');
    typed = '2\ny\n';
    await run(install);
    expect(printed).toContain('  1  Claude Code\n  2  Codex\n');
    expect(existsSync(join(root, 'home/.codex/hooks.json'))).toBe(true);
  });
});

describe('for the whole machine', () => {
  const managed = (...argv: string[]) => {
    const [what, ...rest] = argv;
    const env = { CALIBAN_HOSTS_MANAGED_DIR: join(root, 'etc') };
    const command = what === 'uninstall' ? uninstall : install;
    return command(readArgs(COMMAND, [...rest, '--scope', 'managed']), { ...terminal(), env }, () => {});
  };

  test.each([
    ['claude-code', 'claude-code/managed-settings.json', '{\n  "permissions": { "deny": [] }\n}\n'],
    ['codex', 'codex/requirements.toml', '# ours\nallowed_approval_policies = ["on-request"]'],
    ['codex', 'codex/requirements.toml', '[features]\nhooks = true\n'],
    ['codex', 'codex/requirements.toml', null],
  ])('%s in %s and out again, byte for byte', async (host, file, before) => {
    if (before !== null) put(`etc/${file}`, before);
    const path = join(root, 'etc', file);
    await managed('install', host);
    const written = readFileSync(path, 'utf8');
    expect(written).toContain(`hook ${host}`);
    await managed('install', host);
    expect(readFileSync(path, 'utf8')).toBe(written);
    await managed('uninstall', host);
    expect(existsSync(path) ? readFileSync(path, 'utf8') : null).toBe(before);
  });

  test('other hooks there are not touched', async () => {
    put('etc/codex/requirements.toml', '[[hooks.PreToolUse]]\n');
    await expect(managed('install', 'codex')).rejects.toThrow('there is a `hooks` table already');
  });

  test('other hosts have no such file', async () => {
    await expect(managed('install', 'cursor')).rejects.toThrow(
      new UsageError(
        'cursor has no machine-wide file that users cannot override; --scope managed works for claude-code and codex',
      ),
    );
  });
});
