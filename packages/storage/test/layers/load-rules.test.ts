import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parsePattern, type Rule } from '@caliban/gate';
import { describe, expect, test } from 'vitest';
import {
  allowedByProject,
  type LoadedRules,
  type LoadOptions,
  loadRules,
  modesByProject,
} from '../../src/layers/load-rules.ts';
import { layerFiles } from '../../src/layers/locations.ts';
import { formatNotice, formatSource } from '../../src/rules/rule-file.ts';
import { ruleText } from '../helpers/rule-text.ts';
import { scratch } from '../helpers/scratch.ts';

/** Loads files named `etc/…`, `more/…`, `ws/…` and `user/…`; what comes back says them the same way. */
async function load(files: Record<string, string>, options: LoadOptions = {}, root = scratch(files)) {
  const layers = [
    layerFiles('managed', join(root, 'etc')),
    layerFiles('managed', join(root, 'more')),
    layerFiles('local', join(root, 'ws')),
    layerFiles('project', join(root, 'ws')),
    layerFiles('user', join(root, 'user')),
  ];
  return words(await loadRules({ layers }, { builtinRules: [], unanswered: 'use', ...options }), `${root}/`);
}

function words({ policy, warnings, files }: LoadedRules, root: string) {
  const short = (text: string) => text.replaceAll(root, '');
  return {
    rules: policy.ok
      ? policy.value.rules.map((rule) => short(`${rule.source.file ?? rule.source.layer}: ${ruleText(rule)}`))
      : [],
    settings: policy.ok
      ? Object.fromEntries(
          Object.entries(policy.value.settings).map(([name, said]) => [
            name,
            short(`${said.value} ${formatSource(said)}`),
          ]),
        )
      : {},
    enforcedLayers: policy.ok ? policy.value.enforcedLayers : [],
    allowedByProject: allowedByProject({ files }).map(ruleText),
    modesByProject: modesByProject({ files }).map((said) => short(`${said.value} ${formatSource(said)}`)),
    errors: policy.ok ? [] : policy.error.map((error) => short(formatNotice(error))),
    warnings: warnings.map((warning) => short(formatNotice(warning))),
    files: files
      .filter(({ state }) => state !== 'missing')
      .map((report) => short(`${report.file} ${report.state}${report.state === 'ignored' ? `: ${report.why}` : ''}`)),
  };
}

const rule = (pattern: string, action = 'ask') =>
  `[[permissions.rules]]\npattern = "${pattern}"\naction = "${action}"\n`;
const cli = (text: string): Rule => {
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(pattern.error.message);
  return { pattern: pattern.value, action: 'allow', source: { layer: 'cli' } };
};

test('one list, layer by layer, settings before permissions, drop-ins sorted', async () => {
  const loaded = await load(
    {
      'user/permissions.toml': rule('U'),
      'user/settings.toml': `model = "x"\n${rule('US')}`,
      'ws/permissions.toml': rule('P'),
      'ws/settings.toml': rule('PS'),
      'ws/permissions.local.toml': rule('L'),
      'ws/settings.local.toml': rule('LS'),
      'etc/permissions.toml': rule('M'),
      'etc/permissions.d/20.toml': rule('M2'),
      'etc/permissions.d/10.toml': rule('M1'),
      'etc/permissions.d/.hidden.toml': rule('X'),
      'etc/permissions.d/readme.txt': 'no',
      'more/permissions.toml': rule('N'),
    },
    { cliRules: [cli('C1'), cli('C2')] },
  );
  expect(loaded).toMatchObject({
    rules: [
      'etc/permissions.toml: ask M @1',
      'etc/permissions.d/10.toml: ask M1 @1',
      'etc/permissions.d/20.toml: ask M2 @1',
      'more/permissions.toml: ask N @1',
      'cli: allow C1',
      'cli: allow C2',
      'ws/settings.local.toml: ask LS @1',
      'ws/permissions.local.toml: ask L @1',
      'ws/settings.toml: ask PS @1',
      'ws/permissions.toml: ask P @1',
      'user/settings.toml: ask US @2',
      'user/permissions.toml: ask U @1',
    ],
    errors: [],
    warnings: [],
  });
});

test('the built-in rules are the tail', async () => {
  const { policy } = await loadRules({ layers: [] });
  expect(policy.ok && policy.value.rules.map(ruleText)).toEqual([
    'allow Read',
    'allow Grep',
    'allow Glob',
    'allow TodoWrite',
    'allow EnterPlanMode',
    'allow ExitPlanMode',
    'ask WebFetch',
    'ask Bash',
    'ask Write',
    'ask Edit',
    'ask *',
  ]);
});

test('no files at all', async () => {
  expect(await load({})).toEqual({
    rules: [],
    settings: {},
    enforcedLayers: [],
    allowedByProject: [],
    modesByProject: [],
    errors: [],
    warnings: [],
    files: [],
  });
});

test.each([
  'etc/permissions.toml',
  'etc/permissions.d/10.toml',
  'etc/permissions.d',
  'more',
  'ws',
  'ws/settings.local.toml',
  'user/settings.toml',
  'user/permissions.json',
])('%s is a link to nowhere: its rules are missed, not absent', async (name) => {
  const root = scratch();
  mkdirSync(dirname(join(root, name)), { recursive: true });
  symlinkSync('gone', join(root, name));
  expect(await load({}, {}, root)).toMatchObject({
    rules: [],
    errors: [`${name}: is a link to \`gone\`, and nothing is there; fix the link or remove it`],
  });
});

describe('JSON of old', () => {
  const json = '{"permissions": {"deny": ["Bash"]}}';
  const plain = '{"model": "x"}';

  test('is read where there is no TOML, with a warning', async () => {
    expect(
      await load({ 'user/settings.json': json, 'user/permissions.json': '{"permissions": {"ask": ["Read"]}}' }),
    ).toMatchObject({
      rules: ['user/settings.json: deny Bash @1', 'user/permissions.json: ask Read @1'],
      warnings: [
        'user/settings.json: JSON is read for now and will not be for long; run `caliban perms import --from user/settings.json`',
        'user/permissions.json: JSON is read for now and will not be for long; run `caliban perms import --from user/permissions.json`',
      ],
    });
  });

  test.each<[string, Record<string, string>, boolean]>([
    ['permissions.toml', { 'user/permissions.toml': rule('U') }, true],
    ['an empty permissions.toml', { 'user/permissions.toml': '' }, true],
    [
      'settings.toml that says something about permissions',
      { 'user/settings.toml': '[permissions]\nenforce = true\n' },
      true,
    ],
    ['settings.toml about other things', { 'user/settings.toml': 'model = "x"\n' }, false],
    ['TOML of another layer', { 'ws/permissions.toml': rule('P') }, false],
  ])('beside %s: ignored is %$', async (_, files, ignored) => {
    const loaded = await load({ 'user/settings.json': json, ...files });
    expect(loaded.rules.includes('user/settings.json: deny Bash @1')).toBe(!ignored);
    expect(loaded.files.some((file) => file.startsWith('user/settings.json ignored'))).toBe(ignored);
  });

  test('is named once if TOML applies, even if it is broken', async () => {
    expect(await load({ 'user/settings.json': '{', 'user/permissions.toml': rule('U') })).toMatchObject({
      errors: [],
      warnings: [
        'user/settings.json: this file is ignored, because user/permissions.toml applies instead; run `caliban perms import --from user/settings.json` if its rules are still wanted, and remove it',
      ],
      files: ['user/permissions.toml loaded', 'user/settings.json ignored: user/permissions.toml applies instead'],
    });
  });

  test('about other things is ignored', async () => {
    expect(await load({ 'user/settings.json': plain, 'user/permissions.toml': rule('U') })).toMatchObject({
      warnings: [],
      files: ['user/permissions.toml loaded', 'user/settings.json ignored: says nothing about permissions'],
    });
  });
});

describe('errors', () => {
  test('of all files, and then there is no policy', async () => {
    const loaded = await load({
      'user/permissions.toml': 'x =',
      'ws/permissions.toml': rule('Bash:'),
      'etc/permissions.d/1.toml': rule('M', 'no'),
    });
    expect(loaded).toMatchObject({
      rules: [],
      errors: [
        'etc/permissions.d/1.toml:3:10: unknown action `no`; expected allow, deny or ask',
        'ws/permissions.toml:2:17: bad pattern `Bash:`: nothing stands after `Bash`; write `Bash` for every call',
        'user/permissions.toml:1:4: not valid TOML: invalid value; write text in quotes',
      ],
      files: ['etc/permissions.d/1.toml failed', 'ws/permissions.toml failed', 'user/permissions.toml failed'],
    });
  });

  test('a directory instead of a file', async () => {
    const root = scratch();
    mkdirSync(join(root, 'permissions.toml'));
    const loaded = await loadRules({ layers: [layerFiles('user', root)] });
    expect(words(loaded, `${root}/`).errors).toEqual([
      'permissions.toml: is a directory; put a text file in its place',
    ]);
  });
});

const set = (...lines: string[]) => `[permissions]\n${lines.join('\n')}\n`;

describe('settings', () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    [
      'local before project before user',
      {
        'user/permissions.toml': set('default_mode = "auto"'),
        'ws/permissions.toml': set('default_mode = "plan"'),
        'ws/permissions.local.toml': set('default_mode = "acceptEdits"'),
      },
      { defaultMode: 'acceptEdits ws/permissions.local.toml:2' },
    ],
    [
      'managed before all',
      { 'etc/permissions.toml': set('default_mode = "default"'), 'ws/permissions.toml': set('default_mode = "plan"') },
      { defaultMode: 'default etc/permissions.toml:2' },
    ],
    [
      'permissions.toml before settings.toml',
      { 'user/settings.toml': set('default_mode = "auto"'), 'user/permissions.toml': set('', 'default_mode = "plan"') },
      { defaultMode: 'plan user/permissions.toml:3' },
    ],
    [
      'an added managed directory replaces nothing',
      {
        'etc/permissions.toml': set('audit_keep = 3'),
        'more/permissions.toml': set('audit_keep = 0', 'audit_max_bytes = 9'),
      },
      { auditKeep: '3 etc/permissions.toml:2', auditMaxBytes: '9 more/permissions.toml:3' },
    ],
    [
      'enforce sticks: managed',
      { 'etc/permissions.toml': set('enforce = true'), 'user/permissions.toml': set('enforce = true') },
      { enforce: 'true etc/permissions.toml:2' },
    ],
    [
      'enforce sticks: user before project',
      { 'user/permissions.toml': set('enforce = true'), 'ws/permissions.toml': set('enforce = true') },
      { enforce: 'true user/permissions.toml:2' },
    ],
    [
      'enforce in one of two files',
      { 'user/settings.toml': set('enforce = true'), 'user/permissions.toml': set('enforce = false') },
      { enforce: 'true user/settings.toml:2' },
    ],
    [
      'auto mode stays off',
      {
        'user/permissions.toml': set('disable_auto_mode = true'),
        'ws/permissions.toml': set('disable_auto_mode = false'),
      },
      { disableAutoMode: 'true user/permissions.toml:2' },
    ],
    [
      'a project does not stop looking through wrappers',
      {
        'user/permissions.toml': set('see_through_wrappers = true'),
        'ws/permissions.toml': set('see_through_wrappers = false'),
      },
      { seeThroughWrappers: 'true user/permissions.toml:2' },
    ],
    [
      'a project may look through wrappers',
      {
        'etc/permissions.toml': set('see_through_wrappers = false'),
        'ws/permissions.toml': set('see_through_wrappers = true'),
      },
      { seeThroughWrappers: 'true ws/permissions.toml:2' },
    ],
    [
      'a project may require the log',
      { 'user/permissions.toml': set('audit_log = false'), 'ws/permissions.toml': set('audit_log = "required"') },
      { auditLog: 'required ws/permissions.toml:2' },
    ],
    [
      'a project does not lower it',
      { 'user/permissions.toml': set('audit_log = "required"'), 'ws/permissions.toml': set('audit_log = true') },
      { auditLog: 'required user/permissions.toml:2' },
    ],
  ])('%s', async (_, files, settings) => {
    expect((await load(files)).settings).toEqual(settings);
  });

  test('forbidden settings of a project or local file are ignored, with a warning', async () => {
    const text = set(
      'default_mode = "bypassPermissions"',
      'audit_log = false',
      'audit_max_bytes = 1',
      'audit_keep = 0',
      'project_rules = "use"',
    );
    const loaded = await load({
      'ws/permissions.toml': text,
      'ws/permissions.local.toml': set('default_mode = "dontAsk"'),
    });
    expect(loaded.settings).toEqual({});
    expect(loaded.warnings).toEqual([
      'ws/permissions.local.toml:2: `default_mode = "dontAsk"` is ignored in a local file; write default, acceptEdits, plan',
      'ws/permissions.toml:2: `default_mode = "bypassPermissions"` is ignored in a project file; write default, acceptEdits, plan',
      'ws/permissions.toml:3: `audit_log = false` is ignored in a project file; write it in your own permissions.toml',
      'ws/permissions.toml:4: `audit_max_bytes` is ignored in a project file; write it in your own permissions.toml',
      'ws/permissions.toml:5: `audit_keep` is ignored in a project file; write it in your own permissions.toml',
      'ws/permissions.toml:6: `project_rules` is ignored in a project file; write it in your own permissions.toml',
    ]);
  });

  test('`enforce = false` below `true` is named', async () => {
    expect(
      (await load({ 'user/permissions.toml': set('enforce = true'), 'ws/permissions.toml': set('enforce = false') }))
        .warnings,
    ).toEqual([
      'ws/permissions.toml:2: `enforce = false` has no effect, because user/permissions.toml:2 says true; remove it',
    ]);
  });

  test.each<[string[], Record<string, string>]>([
    [[], { 'ws/permissions.toml': set('enforce = true') }],
    [['user'], { 'user/permissions.toml': set('enforce = true') }],
    [
      ['managed'],
      { 'more/permissions.d/1.toml': set('enforce = true'), 'user/permissions.toml': set('enforce = false') },
    ],
    [
      ['managed', 'user'],
      { 'etc/settings.toml': set('enforce = true'), 'user/permissions.toml': set('enforce = true') },
    ],
    [
      ['user'],
      { 'user/permissions.toml': set('project_rules = "tighten-only"'), 'ws/permissions.local.toml': rule('P', 'ask') },
    ],
    [[], { 'user/permissions.toml': set('project_rules = "tighten-only"'), 'ws/permissions.toml': rule('P', 'deny') }],
    [[], { 'ws/permissions.toml': rule('P', 'ask') }],
  ])('locked layers %j', async (locked, files) => {
    expect((await load(files)).enforcedLayers).toEqual(locked);
  });

  test.each([
    ['unasked, it counts', undefined, '', ['ws/permissions.toml: allow P @1', 'ws/permissions.toml: deny Q @4']],
    ['accepted, it counts', 'use', '', ['ws/permissions.toml: allow P @1', 'ws/permissions.toml: deny Q @4']],
    ['declined, it does not', 'tighten-only', '', ['ws/permissions.toml: deny Q @4']],
    [
      'accepted against the settings, it does not',
      'use',
      set('project_rules = "tighten-only"'),
      ['ws/permissions.toml: deny Q @4'],
    ],
  ] as const)("the operator's answer: %s", async (_, projectAnswer, user, rules) => {
    const files = { 'ws/permissions.toml': rule('P', 'allow') + rule('Q', 'deny'), 'user/permissions.toml': user };
    expect((await load(files, { projectAnswer })).rules).toEqual(rules);
  });

  test('without an answer a project only tightens, unless the caller sets otherwise', async () => {
    const files = {
      'ws/permissions.toml': set('default_mode = "acceptEdits"') + rule('P', 'allow') + rule('Q', 'ask'),
      'ws/permissions.local.toml': rule('L', 'allow'),
    };
    const { rules, settings, enforcedLayers, warnings } = await load(files, { unanswered: undefined });
    const because = 'because you have not accepted it yet; `caliban trust` shows it and accepts it';
    expect({ rules, settings, enforcedLayers, warnings }).toEqual({
      rules: ['ws/permissions.toml: ask Q @6'],
      settings: {},
      enforcedLayers: ['user'],
      warnings: [
        `ws/permissions.local.toml: its allow rules (1) do not apply, ${because}`,
        `ws/permissions.toml: its allow rules (1) do not apply, ${because}`,
        `ws/permissions.toml:2: \`default_mode = "acceptEdits"\` does not apply, ${because}`,
      ],
    });
  });

  test("a project's allows can be shown, whether or not they apply", async () => {
    const loaded = await load(
      {
        'ws/permissions.toml': rule('P', 'allow') + rule('Q', 'deny'),
        'ws/permissions.local.toml': rule('L', 'allow'),
        'user/permissions.toml': rule('U', 'allow'),
      },
      { projectAnswer: 'tighten-only' },
    );
    expect(loaded.allowedByProject).toEqual(['allow L @1', 'allow P @1']);
    expect(loaded.warnings).toEqual([
      'ws/permissions.local.toml: its allow rules (1) do not apply, because you chose that for this project',
      'ws/permissions.toml: its allow rules (1) do not apply, because you chose that for this project',
    ]);
  });

  test('tighten-only sets aside what a workspace allows', async () => {
    const loaded = await load({
      'user/permissions.toml': set('project_rules = "tighten-only"') + rule('U', 'allow'),
      'ws/permissions.toml': rule('A', 'allow') + rule('B', 'deny') + rule('C', 'allow'),
      'ws/permissions.local.toml': rule('D', 'allow') + rule('E', 'ask'),
    });
    expect(loaded.rules).toEqual([
      'ws/permissions.local.toml: ask E @4',
      'ws/permissions.toml: deny B @4',
      'user/permissions.toml: allow U @3',
    ]);
    expect(loaded.warnings).toEqual([
      'ws/permissions.local.toml: its allow rules (1) do not apply, because user/permissions.toml:2 says `project_rules = "tighten-only"`',
      'ws/permissions.toml: its allow rules (2) do not apply, because user/permissions.toml:2 says `project_rules = "tighten-only"`',
    ]);
  });

  test.each([
    ['as it stands, it counts', undefined, '', 'acceptEdits ws/permissions.local.toml:2', []],
    [
      'with tighten-only it does not apply, nor does that of the local file',
      undefined,
      set('project_rules = "tighten-only"', 'default_mode = "plan"'),
      'plan user/permissions.toml:3',
      [
        'ws/permissions.local.toml:2: `default_mode = "acceptEdits"` does not apply, because user/permissions.toml:2 says `project_rules = "tighten-only"`',
        'ws/permissions.toml:2: `default_mode = "acceptEdits"` does not apply, because user/permissions.toml:2 says `project_rules = "tighten-only"`',
      ],
    ],
    [
      'declined, it does not apply',
      'tighten-only',
      '',
      undefined,
      [
        'ws/permissions.local.toml:2: `default_mode = "acceptEdits"` does not apply, because you chose that for this project',
        'ws/permissions.toml:2: `default_mode = "acceptEdits"` does not apply, because you chose that for this project',
      ],
    ],
    [
      "the operator's own stays",
      'tighten-only',
      set('default_mode = "acceptEdits"'),
      'acceptEdits user/permissions.toml:2',
      [
        'ws/permissions.local.toml:2: `default_mode = "acceptEdits"` does not apply, because you chose that for this project',
        'ws/permissions.toml:2: `default_mode = "acceptEdits"` does not apply, because you chose that for this project',
      ],
    ],
  ] as const)('a project that would edit unasked: %s', async (_, projectAnswer, user, mode, warnings) => {
    const files = {
      'ws/permissions.toml': set('default_mode = "acceptEdits"'),
      'ws/permissions.local.toml': set('default_mode = "acceptEdits"'),
      'user/permissions.toml': user,
    };
    const loaded = await load(files, { projectAnswer });
    expect(loaded.settings.defaultMode).toBe(mode);
    expect(loaded.warnings).toEqual(warnings);
  });

  test.each<[string, Record<string, string>, readonly string[]]>([
    ['edits unasked', { 'ws/permissions.toml': 'acceptEdits' }, ['acceptEdits ws/permissions.toml:2']],
    [
      'so does a local file',
      { 'ws/permissions.local.toml': 'acceptEdits' },
      ['acceptEdits ws/permissions.local.toml:2'],
    ],
    [
      'leaves the plan mode of the operator',
      { 'ws/permissions.toml': 'default', 'user/permissions.toml': 'plan' },
      ['default ws/permissions.toml:2'],
    ],
    [
      'edits where auto mode would look',
      { 'ws/permissions.toml': 'acceptEdits', 'user/permissions.toml': 'auto' },
      ['acceptEdits ws/permissions.toml:2'],
    ],
    [
      'is as the operator wants it anyway',
      { 'ws/permissions.toml': 'acceptEdits', 'user/permissions.toml': 'acceptEdits' },
      [],
    ],
    ['is stricter', { 'ws/permissions.toml': 'acceptEdits', 'user/permissions.toml': 'dontAsk' }, []],
    ['only plans', { 'ws/permissions.toml': 'plan' }, []],
    ['says the usual', { 'ws/permissions.toml': 'default' }, []],
    ['comes after an administrator', { 'ws/permissions.toml': 'acceptEdits', 'etc/permissions.toml': 'plan' }, []],
    ['may not say that at all', { 'ws/permissions.toml': 'dontAsk' }, []],
  ])('a project whose mode is to be told of, or not: it %s', async (_, modes, told) => {
    const files = Object.entries(modes).map(([file, mode]) => [file, set(`default_mode = "${mode}"`)]);
    expect((await load(Object.fromEntries(files))).modesByProject).toEqual(told);
  });

  test("a project cannot leave the operator's plan mode", async () => {
    const files = {
      'ws/permissions.toml': set('default_mode = "default"'),
      'user/permissions.toml': set('default_mode = "plan"'),
    };
    expect((await load(files, { projectAnswer: 'use' })).settings.defaultMode).toBe('default ws/permissions.toml:2');
    const loaded = await load(files, { projectAnswer: 'tighten-only' });
    expect(loaded.settings.defaultMode).toBe('plan user/permissions.toml:2');
    expect(loaded.warnings).toEqual([
      'ws/permissions.toml:2: `default_mode = "default"` does not apply, because you chose that for this project',
    ]);
  });

  test('a project that would only plan may say so', async () => {
    const loaded = await load(
      { 'ws/permissions.toml': set('default_mode = "plan"') },
      { projectAnswer: 'tighten-only' },
    );
    expect(loaded.settings.defaultMode).toBe('plan ws/permissions.toml:2');
    expect(loaded.warnings).toEqual([]);
  });
});
