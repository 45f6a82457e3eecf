import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/helpers/runs.ts';
import { HOST_NAMES, HOSTS, type HostName } from '../../../src/hosts/registry.ts';
import type { HookProgram, HostSetup } from '../../../src/hosts/setup/host-setup.ts';

const PROGRAM: HookProgram = { words: ['caliban'], isWindows: false };
const NEWER: HookProgram = { words: ['/opt/node 22/bin/node', '/opt/caliban/main.js'], isWindows: false };
const COMMAND = `env -u NODE_EXTRA_CA_CERTS caliban hook claude-code || sh -c 'command -v caliban >/dev/null || echo \\"This project uses caliban to decide what AI agents may do, and caliban is not installed here, so every call is refused. Install it with: npm install -g caliban\\" >&2; echo \\"caliban did not allow the call\\" >&2; exit 2'`;

const SETUPS = Object.fromEntries(
  await Promise.all(HOST_NAMES.map(async (host) => [host, await HOSTS[host].loadSetup()] as const)),
) as Record<HostName, HostSetup>;

const places = { home: '/home/u', workspace: '/repo', env: {} };

test.each([
  ['claude-code', '/home/u/.claude/settings.json', '/repo/.claude/settings.json'],
  ['codex', '/home/u/.codex/hooks.json', '/repo/.codex/hooks.json'],
  ['gemini-cli', '/home/u/.gemini/settings.json', '/repo/.gemini/settings.json'],
  ['cursor', '/home/u/.cursor/hooks.json', '/repo/.cursor/hooks.json'],
  ['copilot', '/home/u/.copilot/hooks/caliban.json', '/repo/.github/hooks/caliban.json'],
  ['qwen-code', '/home/u/.qwen/settings.json', '/repo/.qwen/settings.json'],
  ['opencode', '/home/u/.config/opencode/plugin/caliban.js', '/repo/.opencode/plugin/caliban.js'],
] as const)('the files of %s', (host, user, project) => {
  expect(HOSTS[host].hookFile('user', places)).toBe(user);
  expect(HOSTS[host].hookFile('project', places)).toBe(project);
});

test.each([
  ['claude-code', { CLAUDE_CONFIG_DIR: '/c' }, '/c/settings.json'],
  ['codex', { CODEX_HOME: '/c' }, '/c/hooks.json'],
  ['copilot', { COPILOT_HOME: '/c' }, '/c/hooks/caliban.json'],
  ['opencode', { XDG_CONFIG_HOME: '/c' }, '/c/opencode/plugin/caliban.js'],
  // Set to nothing, it must not mean the working directory.
  ['claude-code', { CLAUDE_CONFIG_DIR: '' }, '/home/u/.claude/settings.json'],
  ['codex', { CODEX_HOME: '' }, '/home/u/.codex/hooks.json'],
  ['copilot', { COPILOT_HOME: '' }, '/home/u/.copilot/hooks/caliban.json'],
] as const)('%s may live elsewhere: %j', (host, env, file) => {
  expect(HOSTS[host].hookFile('user', { ...places, env })).toBe(file);
});

test.each([
  ['claude-code', {}, ['/home/u/.claude', '/home/u/.config/claude']],
  ['claude-code', { CLAUDE_CONFIG_DIR: '/c' }, ['/c']],
  ['codex', { CODEX_HOME: '/c' }, ['/c']],
  ['codex', { CODEX_HOME: '' }, ['/home/u/.codex']],
  ['gemini-cli', { GEMINI_CLI_HOME: '/c' }, ['/c/.gemini']],
  ['opencode', {}, ['/home/u/.local/share/opencode']],
  ['opencode', { XDG_DATA_HOME: '/c' }, ['/c/opencode']],
] as const)('the history of %s with %j', (host, env, directories) => {
  expect(HOSTS[host].history?.directories({ home: '/home/u', env })).toEqual(directories);
});

const { install, uninstall } = SETUPS['claude-code'];

test.each([
  [
    'no file',
    null,
    `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": "${COMMAND}",
            "timeout": 10
          }
        ]
      }
    ],
    "PermissionRequest": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": "${COMMAND}",
            "timeout": 10
          }
        ]
      }
    ]
  }
}
`,
  ],
  [
    'comments and a trailing comma',
    `// mine\n{\n\t"model": "opus", // the big one\n\t/* soon */\n}\n`,
    `// mine\n{\n\t"model": "opus", // the big one\n\t/* soon */\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{\n\t\t\t\t"matcher": "*",\n\t\t\t\t"hooks": [\n\t\t\t\t\t{\n\t\t\t\t\t\t"type": "command",\n\t\t\t\t\t\t"command": "${COMMAND}",\n\t\t\t\t\t\t"timeout": 10\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t],\n\t\t"PermissionRequest": [\n\t\t\t{\n\t\t\t\t"matcher": "*",\n\t\t\t\t"hooks": [\n\t\t\t\t\t{\n\t\t\t\t\t\t"type": "command",\n\t\t\t\t\t\t"command": "${COMMAND}",\n\t\t\t\t\t\t"timeout": 10\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t]\n\t},\n}\n`,
  ],
  [
    'hooks of others',
    `{\n    "hooks": {\n        "PreToolUse": [\n            { "matcher": "Bash", "hooks": [] }\n        ]\n    }\n}`,
    `{\n    "hooks": {\n        "PreToolUse": [\n            { "matcher": "Bash", "hooks": [] },\n            {\n                "matcher": "*",\n                "hooks": [\n                    {\n                        "type": "command",\n                        "command": "${COMMAND}",\n                        "timeout": 10\n                    }\n                ]\n            }\n        ],\n        "PermissionRequest": [\n            {\n                "matcher": "*",\n                "hooks": [\n                    {\n                        "type": "command",\n                        "command": "${COMMAND}",\n                        "timeout": 10\n                    }\n                ]\n            }\n        ]\n    }\n}`,
  ],
  [
    'one line',
    `{"model":"opus"}`,
    `{"model":"opus", "hooks": {"PreToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"${COMMAND}","timeout":10}]}], "PermissionRequest": [{"matcher":"*","hooks":[{"type":"command","command":"${COMMAND}","timeout":10}]}]}}`,
  ],
])('into %s', (_, before, after) => {
  expect(install(before, { ...PROGRAM, recordsAnswers: false })).toEqual({ ok: true, value: after });
  expect(uninstall(after)).toEqual({ ok: true, value: before });
});

test.each([
  ['{', 'line 1, column 2: not valid JSON: a `}` is missing'],
  ['{\n  "a": nope\n}', 'line 2, column 8: not valid JSON: text must stand in double quotes'],
  ['[]', 'it is not an object; fix that first'],
  ['{"hooks": []}', '`hooks` is not an object; put that right first'],
  ['{"hooks": {"PreToolUse": {}}}', '`hooks.PreToolUse` is not a list; put that right first'],
  ['{"a": 1} x', 'line 1, column 10: not valid JSON: something follows the closing bracket; remove it'],
  ['{"a": 1 /* }', 'line 1, column 9: not valid JSON: a `/*` comment is never closed'],
])('%s is left alone', (text, error) => {
  expect(install(text, PROGRAM)).toEqual({ ok: false, error });
});

test('handlers of others in our item stay', () => {
  const shared = `{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{"command": "caliban hook claude-code"}, {"command": "x"}]}]}}`;
  expect(uninstall(shared)).toEqual({
    ok: true,
    value: `{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [ {"command": "x"}]}]}}`,
  });
});

const OURS = '{"hooks": [{"command": "caliban hook claude-code"}]}';

test.each([
  // As a formatter leaves what install has made of `"hooks": { // off }`.
  [`{\n "hooks": {\n  // off\n  "PreToolUse": [\n   ${OURS}\n  ]\n }\n}`, '{\n "hooks": {\n  // off\n }\n}'],
  [`{\n "hooks": {\n  "PreToolUse": [\n   ${OURS}\n  ]\n  // off\n }\n}`, '{\n "hooks": {\n  // off\n }\n}'],
  [`{"hooks": {"PreToolUse": [\n // off\n ${OURS}\n]}}`, '{"hooks": {"PreToolUse": [\n // off\n]}}'],
  [`{"hooks": {"PreToolUse": [\n ${OURS} // off\n]}}`, '{"hooks": {"PreToolUse": [ // off\n]}}'],
  [`{"hooks": {"PreToolUse": [${OURS} /* off */]}}`, '{"hooks": {"PreToolUse": [ /* off */]}}'],
  [`{"hooks": {"PreToolUse": /* off */ [${OURS}]}}`, '{"hooks": {"PreToolUse": /* off */ []}}'],
  [`{"hooks": /* off */ {"PreToolUse": [${OURS}]}}`, '{"hooks": /* off */ {}}'],
  // What follows must not end up in the comment.
  [`{"hooks": {"PreToolUse": [ // off\n ${OURS} ]}}`, '{"hooks": {"PreToolUse": [ // off\n  ]}}'],
  [`{"hooks": {"PreToolUse": [ // off\n ${OURS}, {}]}}`, '{"hooks": {"PreToolUse": [ // off\n  {}]}}'],
  [`{"hooks": {"PreToolUse": [${OURS} // off\n, {}]}}`, '{"hooks": {"PreToolUse": [ // off\n {}]}}'],
  // Without a comment, what was made for us goes.
  [`{\n "theme": "x // y",\n "hooks": {\n  "PreToolUse": [\n   ${OURS}\n  ]\n }\n}`, '{\n "theme": "x // y"\n}'],
  [`{\n // mine\n "hooks": {"PreToolUse": [${OURS}]}\n}`, '{\n // mine\n}'],
])('of %s stays %s', (installed, left) => {
  expect(uninstall(installed)).toEqual({ ok: true, value: left });
});

test.each([
  ['{"disableAllHooks": true}', true],
  ['{"disableAllHooks": false}', false],
  ['{}', null],
])('installed into %s, hooks are off: %s', (before, isOff) => {
  const installed = value(install(before, PROGRAM));
  expect(SETUPS['claude-code'].wiring(installed)).toEqual({ ok: true, value: 'wired' });
  expect(SETUPS['claude-code'].wiring(before)).toEqual({ ok: true, value: 'not-wired' });
  expect(SETUPS['claude-code'].offSwitches?.map((setting) => setting.isOff(installed))).toEqual([isOff]);
});

test.each([
  [
    'claude-code',
    ['/repo/.claude/settings.local.json', '/repo/.claude/settings.json', '/home/u/.claude/settings.json'],
  ],
  ['codex', ['/repo/.codex/config.toml', '/home/u/.codex/config.toml']],
  ['gemini-cli', ['/repo/.gemini/settings.json', '/home/u/.gemini/settings.json']],
  ['qwen-code', ['/repo/.qwen/settings.json', '/home/u/.qwen/settings.json']],
  ['copilot', ['/home/u/.copilot/hooks/caliban.json']],
  ['cursor', undefined],
] as const)('where %s hooks can be switched off', (host, files) => {
  expect(SETUPS[host].offSwitches?.[0]?.files('user', places)).toEqual(files);
});

const withMatcher = (matcher: string | null, command = 'caliban hook claude-code') =>
  JSON.stringify({ ...(matcher === null ? {} : { matcher }), hooks: [{ type: 'command', command }] });

test.each([
  [[withMatcher(null)], 'wired'],
  [[withMatcher('')], 'wired'],
  [[withMatcher('*')], 'wired'],
  [[withMatcher('.*')], 'wired'],
  [[withMatcher('Bash')], { onlyFor: 'Bash' }],
  [[withMatcher('Bash'), withMatcher('*', 'other')], { onlyFor: 'Bash' }],
  [[withMatcher('Bash'), withMatcher('Edit|Write')], { onlyFor: 'Bash, Edit|Write' }],
  [[withMatcher('Bash'), withMatcher('*')], 'wired'],
])('items %j: %j', (items, wiring) => {
  const text = `{"hooks": {"PreToolUse": [${items}]}}`;
  expect(SETUPS['claude-code'].wiring(text)).toEqual({ ok: true, value: wiring });
  const installed = value(install(text, PROGRAM));
  expect(SETUPS['claude-code'].wiring(installed)).toEqual({ ok: true, value: wiring });
});

const withFields = (fields: object) => ({ type: 'command', command: 'caliban hook claude-code', ...fields });

test.each([
  [[withFields({})], 'wired'],
  [[withFields({ timeout: 10 })], 'wired'],
  [[withFields({ timeout: 600, statusMessage: 'x', async: false })], 'wired'],
  [[withFields({ timeout: 1 })], [{ name: 'timeout', is: 1, shouldBe: 10 }]],
  [[withFields({ async: true })], [{ name: 'async', is: true, shouldBe: undefined }]],
  [[withFields({ if: 'Bash(git *)' })], [{ name: 'if', is: 'Bash(git *)', shouldBe: undefined }]],
  [[withFields({ type: 'prompt' })], [{ name: 'type', is: 'prompt', shouldBe: 'command' }]],
  [[{ command: 'caliban hook claude-code' }], [{ name: 'type', is: undefined, shouldBe: 'command' }]],
  [[withFields({ async: true }), withFields({})], 'wired'],
  [
    [withFields({ async: true }), { type: 'command', command: 'x' }],
    [{ name: 'async', is: true, shouldBe: undefined }],
  ],
])('our handler among %j: %j', (handlers, altered) => {
  const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: handlers }] } });
  const value = typeof altered === 'string' ? altered : { altered };
  expect(SETUPS['claude-code'].wiring(text)).toEqual({ ok: true, value });
});

test.each([
  ['true', 'wired'],
  ['false', { altered: [{ name: 'failClosed', is: false, shouldBe: true }] }],
])('Cursor, with %s for failClosed in one event', (said, wiring) => {
  const installed = value(SETUPS.cursor.install(null, PROGRAM));
  const text = installed.replace('"failClosed": true', `"failClosed": ${said}`);
  expect(SETUPS.cursor.wiring(text)).toEqual({ ok: true, value: wiring });
});

test.each([
  ['{"hooksConfig": {"disabled": ["caliban"]}}', ['hooksConfig.disabled']],
  ['{"hooksConfig": {"disabled": ["other"]}}', []],
  ['{"hooksConfig": {"disabled": ["caliban hook gemini-cli"]}}', ['hooksConfig.disabled']],
  ['{"hooksConfig": {"enabled": true}}', []],
  ['{"hooks": {"disabled": ["caliban"]}}', ['hooks.disabled']],
  ['{"hooks": {"enabled": false}}', ['hooks.enabled']],
  ['{"tools": {"enableHooks": false}}', ['tools.enableHooks']],
  ['{"tools": {"enableHooks": true}}', []],
])('the setting that switches it off for Gemini CLI in %s', (text, settings) => {
  const off = SETUPS['gemini-cli'].offSwitches?.filter((setting) => setting.isOff(text) === true);
  expect(off?.map(({ name }) => name)).toEqual(settings);
});

test('a narrow matcher of one event is one too many', () => {
  const narrow = value(SETUPS.codex.install(null, PROGRAM)).replace('"hooks": [', '"matcher": "Bash", "hooks": [');
  expect(SETUPS.codex.wiring(narrow)).toEqual({ ok: true, value: { onlyFor: 'Bash' } });
});

test.each([
  ['claude-code', 'PreToolUse', { command: 'echo see caliban hook claude-code docs' }],
  ['claude-code', 'PreToolUse', { command: 'x', statusMessage: 'caliban hook claude-code' }],
  ['claude-code', 'PreToolUse', { type: 'prompt', prompt: 'caliban hook claude-code' }],
  ['claude-code', 'PreToolUse', { command: 'x', env: { command: 'caliban hook claude-code' } }],
  ['cursor', 'preToolUse', { command: 'x', description: 'caliban hook cursor' }],
] as const)('a hook of %s in %s that only speaks of us stays as it is: %j', (host, event, handler) => {
  const item = host === 'cursor' ? handler : { matcher: '*', hooks: [handler] };
  const before = JSON.stringify({ hooks: { [event]: [item] } });
  const installed = value(SETUPS[host].install(before, PROGRAM));
  expect(installed).toContain(JSON.stringify(item));
  expect(SETUPS[host].uninstall(installed)).toEqual({ ok: true, value: before });
  expect(SETUPS[host].uninstall(before)).toEqual({ ok: true, value: before });
});

describe.each(HOST_NAMES)('%s', (host) => {
  const setup = SETUPS[host];

  const isJson = host !== 'opencode';
  const texts = fc.oneof(
    fc.constant(null),
    ...(isJson
      ? [
          fc.constantFrom(
            '',
            '\n',
            '{}',
            '{ }\n',
            '{\n}\n',
            '\ufeff{\r\n}\r\n',
            '{"hooks":{}}',
            '{\n  "hooks": { }\n}',
          ),
          fc.constantFrom('{"version":1}', '{\n  "version": 1\n}\n', '{\n  "hooks": {},\n  "version": 1,\n}\n'),
          settings(),
        ]
      : []),
  );

  test('can be undone to the byte, and done twice without a trace', () => {
    fc.assert(
      fc.property(texts, (before) => {
        const once = value(setup.install(before, PROGRAM));
        expect(setup.wiring(once)).toEqual({ ok: true, value: 'wired' });
        expect(setup.install(once, PROGRAM)).toEqual({ ok: true, value: once });
        expect(setup.uninstall(once)).toEqual({ ok: true, value: before });
        if (before !== null && before.trim() !== '')
          expect(setup.uninstall(before)).toEqual({ ok: true, value: before });
      }),
      { numRuns: runs(150) },
    );
  });

  test.runIf(isJson)("another's comment stays, whoever formatted the text since", () => {
    const remark = fc.tuple(fc.nat(), fc.constantFrom('/* said */', '// said\n', '\n// said\n'));
    fc.assert(
      fc.property(settings(), fc.array(remark, { maxLength: 4 }), fc.boolean(), (before, remarks, isFormatted) => {
        const installed = value(setup.install(before, PROGRAM));
        const edited = remarked(isFormatted ? formatted(installed) : installed, remarks);
        const left = value(setup.uninstall(edited)) ?? '';
        expect(left.split('said').length).toBe(remarks.length + 1);
        expect(setup.wiring(left)).toEqual({ ok: true, value: 'not-wired' });
        expect(value(setup.uninstall(value(setup.install(left, PROGRAM))))).toBe(left);
      }),
      { numRuns: runs(150) },
    );
  });

  test('an older command is brought up to date', () => {
    fc.assert(
      fc.property(texts, (before) => {
        const older = value(setup.install(before, PROGRAM));
        expect(value(setup.install(older, NEWER))).toBe(value(setup.install(before, NEWER)));
      }),
      { numRuns: runs(50) },
    );
  });
});

function value<Value>(result: { ok: true; value: Value } | { ok: false; error: string }): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** Comments, texts and brackets, and what a closing bracket may be parted from. */
const TOKEN = /\/\/[^\n]*\n|\/\*.*?\*\/|"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/** With each closing bracket on a line of its own. */
function formatted(text: string): string {
  return text.replaceAll(TOKEN, (token) => (/[\]}]/.test(token) && token.length === 1 ? `\n${token}` : token));
}

/** With comments at some of the places where one may stand, but for those inside of items, which may be ours. */
function remarked(text: string, remarks: readonly (readonly [number, string])[]): string {
  let depth = 0;
  const places: number[] = [];
  for (const { index, 0: token } of text.matchAll(TOKEN)) {
    if (depth <= DEPTH_OF_LISTS) places.push(index);
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
  }
  return remarks
    .map(([place, remark]) => [places[place % places.length] ?? 0, remark] as const)
    .sort(([one], [other]) => other - one)
    .reduce((edited, [at, remark]) => edited.slice(0, at) + remark + edited.slice(at), text);
}

const DEPTH_OF_LISTS = 3;

/** Settings of all layouts, with hooks of others in them. */
function settings(): fc.Arbitrary<string> {
  const hook = fc.record({
    matcher: fc.string(),
    hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string() })),
  });
  const list = fc.array(hook, { maxLength: 3 });
  const content = fc.record(
    {
      model: fc.string(),
      hooks: fc.record(
        { PreToolUse: list, preToolUse: list, BeforeTool: list, Stop: list, beforeShellExecution: list },
        { requiredKeys: [] },
      ),
      version: fc.constant(1),
      other: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  return fc
    .tuple(
      content,
      fc.constantFrom('', ' ', '  ', '\t', '    '),
      fc.constantFrom('', '\n', '\r\n', ' \n\n'),
      fc.boolean(),
    )
    .map(([made, indent, end, comments]) => {
      const text = JSON.stringify(made, null, indent) + end;
      if (!comments || indent === '') return text;
      return `/* top */ ${text.replaceAll(/(?<=[\]}"\d])\n(\s*)(?=[\]}])/g, ', // a remark\n$1')}`;
    });
}
